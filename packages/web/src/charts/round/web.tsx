import { useMemo } from 'react';
import { useWidth } from '../use-size.ts';
import styles from './round.module.css';
import { layoutParallel, layoutWeb, type WebAxis, type WebShape } from './web-layout.ts';

interface WebProps {
  readonly axes: readonly WebAxis[];
  readonly shapes: readonly WebShape[];
  readonly height: number;
  readonly summary: string;
  /** The ends of parallel axes, in words. */
  readonly format: (axis: number, value: number) => string;
  readonly isParallel: boolean;
}

/** Several measures of a few things: a web, or axes side by side. */
export function Web({ axes, shapes, height, summary, format, isParallel }: WebProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className={styles.web} style={{ height }} role="img" aria-label={summary}>
      {width > 0 &&
        (isParallel ? (
          <Parallel {...{ axes, shapes, height, width, format }} />
        ) : (
          <Spokes {...{ axes, shapes, height, width }} />
        ))}
    </div>
  );
}

type DrawingProps = Pick<WebProps, 'axes' | 'shapes' | 'height'> & { readonly width: number };

function Spokes({ axes, shapes, height, width }: DrawingProps) {
  const layout = useMemo(() => layoutWeb(axes, shapes, width, height), [axes, shapes, width, height]);
  return (
    <svg width={width} height={height} aria-hidden="true">
      {layout.rings.map((ring) => (
        <path key={ring} d={ring} className={styles.ring} />
      ))}
      {layout.spokes.map(({ end, label }, index) => (
        <g key={axes[index]?.label}>
          <line x1={layout.centre.x} y1={layout.centre.y} x2={end.x} y2={end.y} className={styles.spoke} />
          <text x={label.x} y={label.y} textAnchor={label.anchor} className={styles.word}>
            {short(axes[index]?.label ?? '')}
          </text>
        </g>
      ))}
      {layout.shapes.map(({ key, color, path, dots }) => (
        <g key={key}>
          <path d={path} fill={color} stroke={color} className={styles.shape} />
          {dots.map((dot) => (
            <circle key={`${dot.x}/${dot.y}`} cx={dot.x} cy={dot.y} r={2.5} fill={color} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Parallel({ axes, shapes, height, width, format }: DrawingProps & Pick<WebProps, 'format'>) {
  const layout = useMemo(() => layoutParallel(axes, shapes, width, height), [axes, shapes, width, height]);
  return (
    <svg width={width} height={height} aria-hidden="true">
      {layout.columns.map((x, index) => (
        <g key={axes[index]?.label}>
          <line x1={x} x2={x} y1={layout.top} y2={layout.foot} className={styles.spoke} />
          <text x={x} y={layout.top - 8} textAnchor="middle" className={styles.word}>
            {format(index, axes[index]?.max ?? 0)}
          </text>
          <text x={x} y={layout.foot + 18} textAnchor="middle" className={styles.word}>
            {short(axes[index]?.label ?? '')}
          </text>
        </g>
      ))}
      {layout.lines.map(({ key, color, path, dots }) => (
        <g key={key}>
          <path d={path} stroke={color} className={styles.line} />
          {dots.map((dot) => (
            <circle key={`${dot.x}/${dot.y}`} cx={dot.x} cy={dot.y} r={3} fill={color} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function short(label: string): string {
  return label.length > 18 ? `${label.slice(0, 17)}…` : label;
}
