import { layoutBars, layoutLine, type Size, type SmallInput } from '@atrium/charts/small';
import { memo } from 'react';
import styles from './small.module.css';

interface SmallProps {
  readonly input: SmallInput;
  readonly size: Size;
  /** Whether its sensors are silent. Then it is grey. */
  readonly silent?: boolean;
}

export const cardSize: Size = { width: 104, height: 34 };
export const rowSize: Size = { width: 132, height: 26 };

/** Draws a state or rate over the day, with a dot for now. Decorative, because its figures are next to it. */
export const Sparkline = memo(function Sparkline({
  input,
  size,
  fromZero,
}: SmallProps & { readonly fromZero: boolean }) {
  const layout = layoutLine(input, size, { fromZero, inset: 3 });
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      style={{ maxInlineSize: size.width, blockSize: size.height }}
      className={styles.shrinking}
      aria-hidden="true"
    >
      <path d={layout.usual} className={styles.usual} />
      {layout.lines.map((line) => (
        <path key={line} d={line} className={styles.line} />
      ))}
      {layout.dot && <path d={`M${layout.dot.x} ${layout.dot.y}h.01`} className={styles.ring} />}
      {layout.dot && <path d={`M${layout.dot.x} ${layout.dot.y}h.01`} className={styles.point} />}
    </svg>
  );
});

/** Draws a flow over the day. */
export const MicroBars = memo(function MicroBars({ input, size, silent = false }: SmallProps) {
  const layout = layoutBars(input, size);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      style={{ maxInlineSize: size.width, blockSize: size.height }}
      className={styles.shrinking}
      aria-hidden="true"
    >
      {layout.bars.map((bar) => (
        <rect
          key={bar.x}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height={bar.height}
          className={silent ? styles.silentBar : bar.running ? styles.runningBar : styles.bar}
        />
      ))}
      {layout.usual.map((dash) => (
        <rect key={dash.x} x={dash.x} y={dash.y} width={dash.width} height={1} className={styles.dash} />
      ))}
    </svg>
  );
});
