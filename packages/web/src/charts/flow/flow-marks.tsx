import { memo, useId } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './flow-chart.module.css';
import { type Covered, pillHeight } from './flow-crosshair.tsx';
import type { FlowLayout } from './flow-layout.ts';
import type { Bar } from './geometry.ts';

interface MarksProps {
  readonly layout: FlowLayout;
  readonly nowLabel: string | null;
}

/** Everything that does not move with the pointer, from the back to the front. */
export const FlowMarks = memo(function FlowMarks({
  layout,
  nowLabel,
  hidden,
}: MarksProps & { readonly hidden: Covered | null }) {
  const { t } = useText();
  const id = useId();
  const { plot } = layout;
  const foot = plot.y + plot.height;
  return (
    <>
      {layout.closed.map((shade) => (
        <rect key={shade.x} {...shade} className={styles.closed} />
      ))}
      {layout.grid.slice(1).map((line) => (
        <line
          key={line.y}
          x1={plot.x}
          x2={plot.x + plot.width}
          y1={crisp(line.y)}
          y2={crisp(line.y)}
          className={styles.grid}
        />
      ))}
      <Axes layout={layout} hidden={hidden} />
      {layout.events.map((event) => (
        <g key={`${event.x1}${event.label}`}>
          <path
            d={`M${crisp(event.x1)} ${plot.y - 5}V${plot.y - 9.5}H${crisp(event.x2)}V${plot.y - 5}`}
            className={styles.bracket}
          />
          <text x={event.labelX} y={plot.y - 15} textAnchor="middle" className={styles.word}>
            {event.label}
          </text>
        </g>
      ))}
      {layout.missing.map((run) => (
        <g key={run.labelX}>
          {run.boxes.map((box) => (
            <path
              key={box.x}
              d={`M${crisp(box.x)} ${foot}V${crisp(box.y)}H${crisp(box.x + box.width)}V${foot}`}
              className={styles.missing}
            />
          ))}
          <text x={run.labelX} y={run.labelY} textAnchor={run.anchor} className={styles.word}>
            {t('charts.noData')}
          </text>
        </g>
      ))}
      {layout.closedWordX !== null && (
        <text x={layout.closedWordX} y={foot - 8} textAnchor="middle" className={styles.word}>
          {t('charts.closed')}
        </text>
      )}
      <path d={layout.stepPath} className={styles.usual} />
      <Bars id={id} layout={layout} />
      <line x1={plot.x} x2={plot.x + plot.width} y1={crisp(foot)} y2={crisp(foot)} className={styles.axis} />
      {layout.now && nowLabel !== null && <Now now={layout.now} plot={plot} label={nowLabel} />}
    </>
  );
});

function Bars({ id, layout }: { readonly id: string; readonly layout: FlowLayout }) {
  const whole = layout.bars.filter((bar) => !bar.running);
  return (
    <>
      <defs>
        <pattern id={`${id}hatch`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={2} height={5} className={styles.bar} />
        </pattern>
        <clipPath id={`${id}bars`}>
          {whole.map((bar) => (
            <rect key={bar.index} x={bar.x} y={bar.y} width={bar.width} height={bar.height} />
          ))}
        </clipPath>
      </defs>
      {whole.map((bar) => (
        <path key={bar.index} d={barPath(bar)} className={styles.bar} />
      ))}
      {layout.bars
        .filter((bar) => bar.running)
        .map((bar) => (
          <g key={bar.index}>
            <path d={barPath(bar)} className={styles.behind} />
            <path d={barPath(inner(bar))} fill={`url(#${id}hatch)`} className={styles.running} />
          </g>
        ))}
      <path d={layout.stepPath} clipPath={`url(#${id}bars)`} className={styles.knockedOut} />
    </>
  );
}

function Axes({ layout, hidden }: { readonly layout: FlowLayout; readonly hidden: Covered | null }) {
  const foot = layout.plot.y + layout.plot.height;
  return (
    <>
      {layout.grid
        .filter((line) => hidden?.y == null || Math.abs(line.y - hidden.y) > pillHeight)
        .map((line) => (
          <text key={line.y} x={layout.plot.x - 8} y={line.y + 4} textAnchor="end" className={styles.word}>
            {line.label}
          </text>
        ))}
      {layout.ticks.map((tick) => (
        <g key={tick.x}>
          <line x1={crisp(tick.x)} x2={crisp(tick.x)} y1={foot} y2={foot + 4} className={styles.axis} />
          {(hidden === null || tick.x + 20 < hidden.x1 || tick.x - 20 > hidden.x2) && (
            <text x={tick.x} y={foot + 18} textAnchor={tick.anchor} className={styles.word}>
              {tick.label}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Now({
  now,
  plot,
  label,
}: {
  readonly now: NonNullable<FlowLayout['now']>;
  readonly plot: FlowLayout['plot'];
  readonly label: string;
}) {
  const { t } = useText();
  const side = now.labelOnLeft ? -6 : 6;
  const anchor = now.labelOnLeft ? 'end' : 'start';
  return (
    <>
      <line x1={crisp(now.x)} x2={crisp(now.x)} y1={plot.y + 19} y2={plot.y + plot.height} className={styles.now} />
      <text x={now.x + side} y={plot.y + 29} textAnchor={anchor} className={styles.nowTime}>
        {label}
      </text>
      <text x={now.x + side} y={plot.y + 44} textAnchor={anchor} className={styles.soFar}>
        {t('charts.soFar')}
      </text>
    </>
  );
}

/** Round on top, square at the foot. */
function barPath({ x, y, width, height }: Pick<Bar, 'x' | 'y' | 'width' | 'height'>): string {
  const r = Math.min(2, height, width / 2);
  return `M${x} ${y + height}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height}Z`;
}

function inner(bar: Bar): Pick<Bar, 'x' | 'y' | 'width' | 'height'> {
  return {
    x: bar.x + 0.5,
    y: bar.y + 0.5,
    width: Math.max(0.5, bar.width - 1),
    height: Math.max(0.5, bar.height - 0.5),
  };
}

/** Puts a 1 px line onto one row of pixels. */
function crisp(value: number): number {
  return Math.round(value - 0.5) + 0.5;
}
