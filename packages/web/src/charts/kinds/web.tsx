import { estimateWidth, fitText } from '@atrium/charts/drawing';
import { layoutParallel, layoutWeb, type WebAxis, type WebLayout, type WebShape } from '@atrium/charts/round';
import { useMemo } from 'react';
import { isolateText } from '../../i18n/index.ts';
import { handleChartKey, type KeyActions, moveIndex } from '../keyboard-navigation.ts';
import { useWidth } from '../use-width.ts';
import styles from './round.module.css';

/** Intersection of a shape and an axis, by index. */
export interface WebPlace {
  readonly shape: number;
  readonly axis: number;
}

interface WebProps {
  readonly axes: readonly WebAxis[];
  readonly shapes: readonly WebShape[];
  readonly height: number;
  readonly summary: string;
  /** Formats the ends of parallel axes. */
  readonly format: (axis: number, value: number) => string;
  readonly isParallel: boolean;
  readonly spoken: (place: WebPlace) => string;
  readonly pointed: WebPlace | null;
  readonly onPoint: (place: WebPlace | null) => void;
  /** Called when a point is clicked, or on Enter; null without an action. */
  readonly onPick: ((place: WebPlace) => void) | null;
}

/**
 * Draws several metrics of a few groups, as a radar chart or parallel axes. Arrow keys move between points, Enter
 * selects.
 */
export function Web(props: WebProps) {
  const { axes, shapes, height, summary, isParallel, spoken, pointed, onPoint } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div
      ref={ref}
      className={styles.web}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, axes.length * shapes.length - 1)}
      aria-valuenow={pointed ? pointed.shape * axes.length + pointed.axis : 0}
      aria-valuetext={pointed ? spoken(pointed) : summary}
      onKeyDown={(event) => handleChartKey(event, walkOf(props))}
      onPointerLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
    >
      {width > 0 && (isParallel ? <Parallel {...props} width={width} /> : <Spokes {...props} width={width} />)}
    </div>
  );
}

/** Position of a two-line label: at the top it ends at the axis, elsewhere it starts next to it. */
function aboveEnd({ y, anchor }: { readonly y: number; readonly anchor: string }, { centre }: WebLayout): number {
  return anchor === 'middle' && y < centre.y ? y - 14 : y;
}

/** Returns the space in px between a label's anchor and the edge it extends to. */
function roomAt({ x, anchor }: { readonly x: number; readonly anchor: string }, width: number): number {
  return anchor === 'start' ? width - x : anchor === 'end' ? x : 2 * Math.min(x, width - x);
}

type DrawingProps = WebProps & { readonly width: number };

function Spokes(props: DrawingProps) {
  const { axes, shapes, height, width, format } = props;
  const layout = useMemo(() => layoutWeb(axes, shapes, width, height), [axes, shapes, width, height]);
  return (
    <svg width={width} height={height} aria-hidden="true" direction="ltr">
      {layout.rings.map((ring) => (
        <path key={ring} d={ring} className={styles.ring} />
      ))}
      {layout.spokes.map(({ end, label }, index) => (
        <g key={axes[index]?.label}>
          <line x1={layout.centre.x} y1={layout.centre.y} x2={end.x} y2={end.y} className={styles.spoke} />
          <text x={label.x} y={aboveEnd(label, layout)} textAnchor={label.anchor} className={styles.word}>
            {fitText(short(axes[index]?.label ?? ''), roomAt(label, width), estimateWidth)}
            <tspan x={label.x} dy={14} className={styles.end}>
              {isolateText(fitText(format(index, axes[index]?.max ?? 0), roomAt(label, width), estimateWidth))}
            </tspan>
          </text>
        </g>
      ))}
      {layout.shapes.map(({ key, color, path }) => (
        <path key={key} d={path} fill={color} stroke={color} className={styles.shape} />
      ))}
      <Dots {...props} drawn={layout.shapes} />
    </svg>
  );
}

function Parallel(props: DrawingProps) {
  const { axes, shapes, height, width, format } = props;
  const layout = useMemo(() => layoutParallel(axes, shapes, width, height), [axes, shapes, width, height]);
  return (
    <svg width={width} height={height} aria-hidden="true" direction="ltr">
      {layout.columns.map((x, index) => (
        <g key={axes[index]?.label}>
          <line x1={x} x2={x} y1={layout.top} y2={layout.foot} className={styles.spoke} />
          <text x={x} y={layout.top - 8} textAnchor="middle" className={styles.word}>
            {isolateText(format(index, axes[index]?.max ?? 0))}
          </text>
          <text x={x} y={layout.foot + 18} textAnchor="middle" className={styles.word}>
            {short(axes[index]?.label ?? '')}
          </text>
        </g>
      ))}
      {layout.lines.map(({ key, color, path }) => (
        <path key={key} d={path} stroke={color} className={styles.line} />
      ))}
      <Dots {...props} drawn={layout.lines} />
    </svg>
  );
}

/** Draws the points of all shapes, each with a target large enough for touch. */
function Dots({ drawn, pointed, onPoint, onPick }: DrawingProps & { readonly drawn: WebLayout['shapes'] }) {
  return drawn.flatMap(({ key, color, dots }, shape) =>
    dots.map(({ x, y, axis }) => {
      const isPointed = pointed?.shape === shape && pointed.axis === axis;
      return (
        // biome-ignore lint/a11y/noStaticElementInteractions: the chart around it is walked by keys
        <g
          key={`${key}/${axis}`}
          className={onPick ? styles.explains : undefined}
          onPointerEnter={() => onPoint({ shape, axis })}
          onClick={onPick ? () => onPick({ shape, axis }) : undefined}
        >
          <circle cx={x} cy={y} r={11} fill="transparent" />
          <circle cx={x} cy={y} r={isPointed ? 5 : 3} fill={color} className={isPointed ? styles.held : undefined} />
        </g>
      );
    }),
  );
}

function walkOf({ axes, shapes, pointed, onPoint, onPick }: WebProps): KeyActions {
  const { shape = null, axis = null } = pointed ?? {};
  return {
    across: (step) => onPoint({ shape: shape ?? 0, axis: moveIndex(axis, step, axes.length, 'around') }),
    down: (step) => onPoint({ shape: moveIndex(shape, step, shapes.length, 'around'), axis: axis ?? 0 }),
    leave: pointed && (() => onPoint(null)),
    pick: pointed && onPick && (() => onPick(pointed)),
  };
}

function short(label: string): string {
  return label.length > 18 ? `${label.slice(0, 17)}…` : label;
}
