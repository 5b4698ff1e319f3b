import { layoutBars, layoutLine, type Size, type SmallInput } from '@atrium/charts/small';
import type { Instant, Span } from '@atrium/domain/core';
import { memo } from 'react';
import styles from './small.module.css';
import { useWidth } from './use-width.ts';

interface DayCurveProps {
  readonly input: SmallInput;
  readonly closed: readonly Span[];
  /** Since when the site's devices are silent. The curve ends there in grey. */
  readonly silentSince: Instant | null;
  /** Text instead of a curve ('closed on Thursdays') or next to now ('no visitors yet'). */
  readonly word: { readonly text: string; readonly place: 'middle' | 'afterNow' } | null;
}

const height = 38;

/** Draws a site's day: people inside and usual values, closed hours shaded, now as a dot. */
export const DayCurve = memo(function DayCurve(props: DayCurveProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className={styles.dayCurve}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
});

function Drawing({ input, closed, silentSince, word, width }: DayCurveProps & { readonly width: number }) {
  const layout = layoutLine(input, { width, height: height - 1 }, { fromZero: true, inset: 1 });
  const x = (at: Instant) =>
    Math.min(width, Math.max(0, ((at - input.span.from) / (input.span.to - input.span.from)) * width));
  const silent = silentSince !== null;
  // A text in the middle replaces the whole curve.
  const drawn = word?.place === 'middle' ? { areas: [], lines: [] } : layout;
  return (
    <svg width={width} height={height} className={styles.small} aria-hidden="true">
      {closed.map((span) => (
        <rect
          key={span.from}
          x={x(span.from)}
          y={0}
          width={Math.max(0, x(span.to) - x(span.from))}
          height={height}
          rx={word?.place === 'middle' ? 3 : 0}
          className={styles.closed}
        />
      ))}
      {word?.place !== 'middle' && (
        <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} className={styles.foot} />
      )}
      {word === null && <path d={layout.usual} className={styles.usual} />}
      {drawn.areas.map((area) => (
        <path key={area} d={area} className={silent ? styles.silentArea : styles.area} />
      ))}
      {drawn.lines.map((line) => (
        <path key={line} d={line} className={silent ? styles.silentLine : styles.line} />
      ))}
      {silent ? (
        <line x1={x(silentSince)} x2={x(silentSince)} y1={0} y2={height} className={styles.silentMark} />
      ) : (
        layout.nowX !== null &&
        word?.place !== 'middle' && <line x1={layout.nowX} x2={layout.nowX} y1={0} y2={height} className={styles.now} />
      )}
      {!silent && layout.dot && word === null && (
        <circle cx={layout.dot.x} cy={layout.dot.y} r={3} className={styles.dot} />
      )}
      {word && (
        <text
          x={word.place === 'middle' ? width / 2 : (layout.nowX ?? 0) + 8}
          y={height / 2 + 4}
          textAnchor={word.place === 'middle' ? 'middle' : 'start'}
          className={styles.word}
        >
          {word.text}
        </text>
      )}
    </svg>
  );
}

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

interface BulletBarProps {
  /** 0…1 of the track; null draws the empty track. */
  readonly share: number | null;
  /** Position of the comparison on the same track. */
  readonly tick?: number | null;
  readonly tone: 'data' | 'reference' | 'warning';
}

/**
 * Draws a value relative to its limit or to the largest of its column. It has no time axis, so it mirrors with the page
 * direction.
 */
export function BulletBar({ share, tick = null, tone }: BulletBarProps) {
  return (
    <span className={styles.track} aria-hidden="true">
      {share !== null && share > 0 && (
        <span className={styles.fill} data-tone={tone} style={{ inlineSize: `${clamped(share)}%` }} />
      )}
      {tick !== null && <span className={styles.tick} style={{ insetInlineStart: `${clamped(tick)}%` }} />}
    </span>
  );
}

function clamped(share: number): number {
  return Math.min(100, Math.max(0, share * 100));
}
