import type { PlotInput, PlotLayout } from '@atrium/charts/plot';
import styles from './plot-chart.module.css';

const pillHeight = 18;
const characterInPill = 7.2;

/** Hairline with the value of a single series at the axis, dots on lines, and the position's name below. */
export function PlotCrosshair({
  input,
  layout,
  index,
}: {
  readonly input: PlotInput;
  readonly layout: PlotLayout;
  readonly index: number;
}) {
  const column = layout.columns[index];
  const label = input.series[0]?.buckets[index]?.label;
  if (!column || label === undefined) return null;
  const { plot, baseY } = layout;
  const middle = column.x + column.width / 2;
  const width = label.length * 6.7 + 10;
  const x = Math.max(0, Math.min(plot.x + plot.width - width, middle - width / 2));
  return (
    <g>
      {input.series.length === 1 ? (
        <ValuePill input={input} layout={layout} index={index} middle={middle} />
      ) : (
        <line x1={middle} x2={middle} y1={plot.y} y2={baseY} className={styles.hair} />
      )}
      {input.series.map(({ key, mark, axis, color }, place) => {
        const extent = layout.extents[place]?.[index];
        return mark === 'column' || !extent ? null : (
          <circle key={key} cx={middle} cy={layout.y(extent.to, axis)} r={3.5} fill={color} className={styles.dot} />
        );
      })}
      <rect x={column.x} y={baseY - 0.5} width={column.width} height={3} className={styles.pill} />
      <rect x={x} y={baseY + 5} width={width} height={pillHeight} rx={4} className={styles.pill} />
      <text x={x + width / 2} y={baseY + 18} textAnchor="middle" className={styles.pillText}>
        {label}
      </text>
    </g>
  );
}

function ValuePill(of: {
  readonly input: PlotInput;
  readonly layout: PlotLayout;
  readonly index: number;
  readonly middle: number;
}) {
  const { input, layout, index, middle } = of;
  const extent = layout.extents[0]?.[index];
  const series = input.series[0];
  if (!extent || !series) return null;
  const text = series.format(extent.to - extent.from);
  const width = text.length * characterInPill + 11;
  const row = Math.round(layout.y(extent.to, series.axis)) + 0.5;
  const end = layout.plot.x - 2;
  return (
    <>
      <line x1={end} x2={middle} y1={row} y2={row} className={styles.hair} />
      <rect x={end - width} y={row - pillHeight / 2} width={width} height={pillHeight} rx={4} className={styles.pill} />
      <text x={end - width / 2} y={row + 4} textAnchor="middle" className={styles.pillText}>
        {text}
      </text>
    </>
  );
}
