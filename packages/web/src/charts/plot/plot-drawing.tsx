import { memo, useId } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './plot-chart.module.css';
import type { PlotLayout } from './plot-layout.ts';

interface DrawingProps {
  readonly layout: PlotLayout;
  readonly stacked: boolean;
  readonly nowLabel: string | null;
}

/** Everything that does not move with the pointer, from the back to the front. */
export const PlotDrawing = memo(function PlotDrawing({ layout, stacked, nowLabel }: DrawingProps) {
  return (
    <>
      <Ground layout={layout} />
      {layout.usual.map(({ key, path }) => (
        <path key={key} d={path} className={styles.usual} />
      ))}
      <Bars layout={layout} />
      {layout.lines.map(({ key, color, area }) =>
        area === '' ? null : (
          <path key={key} d={area} fill={color} className={stacked ? styles.stackedArea : styles.area} />
        ),
      )}
      {layout.lines.map(({ key, color, path, running, dots }) => (
        <g key={key}>
          <path d={path} stroke={color} className={styles.line} />
          {running !== '' && <path d={running} stroke={color} className={styles.running} />}
          {dots.map((dot) => (
            <circle key={dot.place} cx={dot.x} cy={dot.y} r={3} fill={color} className={styles.dot} />
          ))}
        </g>
      ))}
      <Words layout={layout} nowLabel={nowLabel} />
    </>
  );
});

function Ground({ layout }: { readonly layout: PlotLayout }) {
  const { t } = useText();
  const { plot, baseY } = layout;
  const right = plot.x + plot.width;
  return (
    <>
      {layout.closed.map((shade) => (
        <rect key={shade.x} {...shade} className={styles.closed} />
      ))}
      {layout.closedWord !== null && (
        <text {...layout.closedWord} textAnchor="middle" className={styles.word}>
          {t('charts.closed')}
        </text>
      )}
      {layout.grid.map(({ y, start, end }) => (
        <g key={y}>
          <line x1={plot.x} x2={right} y1={crisp(y)} y2={crisp(y)} className={styles.grid} />
          <text x={plot.x - 8} y={y + 4} textAnchor="end" className={styles.word}>
            {start}
          </text>
          {end !== null && (
            <text x={right + 8} y={y + 4} className={styles.word}>
              {end}
            </text>
          )}
        </g>
      ))}
      <line x1={plot.x} x2={right} y1={crisp(baseY)} y2={crisp(baseY)} className={styles.axis} />
      {layout.ticks.map((tick) => (
        <g key={`${tick.x}${tick.label}`}>
          <line x1={crisp(tick.x)} x2={crisp(tick.x)} y1={baseY} y2={baseY + 4} className={styles.axis} />
          <text x={tick.x} y={baseY + 18} textAnchor={tick.anchor} className={styles.word}>
            {tick.label}
          </text>
        </g>
      ))}
      {layout.missing.map(({ rect, labelled }) => (
        <g key={rect.x}>
          <path
            d={`M${crisp(rect.x)} ${baseY}V${crisp(rect.y)}H${crisp(rect.x + rect.width)}V${baseY}`}
            className={styles.missing}
          />
          {labelled && (
            <text x={rect.x + rect.width / 2} y={rect.y - 6} textAnchor="middle" className={styles.word}>
              {t('charts.noData')}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Bars({ layout }: { readonly layout: PlotLayout }) {
  const id = useId();
  const running = [...new Set(layout.bars.filter((bar) => bar.running).map(({ color }) => color))];
  return (
    <>
      <defs>
        {running.map((color, index) => (
          <pattern
            key={color}
            id={`${id}${index}`}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={2} height={5} fill={color} />
          </pattern>
        ))}
      </defs>
      {layout.bars.map((bar) =>
        bar.running ? (
          <g key={bar.key}>
            <path d={barPath(bar)} className={styles.behind} />
            <path d={barPath(bar)} fill={`url(#${id}${running.indexOf(bar.color)})`} stroke={bar.color} />
          </g>
        ) : (
          <path key={bar.key} d={barPath(bar)} fill={bar.color} />
        ),
      )}
    </>
  );
}

function Words({ layout, nowLabel }: { readonly layout: PlotLayout; readonly nowLabel: string | null }) {
  const { t } = useText();
  const { plot, baseY } = layout;
  const right = plot.x + plot.width;
  return (
    <>
      {layout.thresholds.map(({ y, label, color }) => (
        <g key={`${y}${label}`}>
          <line
            x1={plot.x}
            x2={right}
            y1={crisp(y)}
            y2={crisp(y)}
            className={styles.threshold}
            {...(color === null ? {} : { style: { stroke: color } })}
          />
          <text x={right - 4} y={y - 5} textAnchor="end" className={styles.over}>
            {label}
          </text>
        </g>
      ))}
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
      {layout.extremes.map(({ x, y, text, above }) => (
        <text key={`${x}${above}`} x={x} y={above ? y - 6 : y + 16} textAnchor="middle" className={styles.value}>
          {text}
        </text>
      ))}
      {layout.endLabels.map(({ key, y, text, color }) => (
        <g key={key}>
          <circle cx={right + 9} cy={y} r={3} fill={color} />
          <text x={right + 17} y={y + 4} className={styles.name}>
            {text}
          </text>
        </g>
      ))}
      {layout.nowX !== null && nowLabel !== null && (
        <>
          <line x1={layout.nowX} x2={layout.nowX} y1={plot.y + 4} y2={baseY} className={styles.now} />
          <text
            x={layout.nowX + (layout.nowX + 48 > right ? -5 : 5)}
            y={plot.y + 14}
            textAnchor={layout.nowX + 48 > right ? 'end' : 'start'}
            className={styles.nowTime}
          >
            {nowLabel}
          </text>
          <text
            x={layout.nowX + (layout.nowX + 48 > right ? -5 : 5)}
            y={plot.y + 29}
            textAnchor={layout.nowX + 48 > right ? 'end' : 'start'}
            className={styles.soFar}
          >
            {t('charts.soFar')}
          </text>
        </>
      )}
    </>
  );
}

/** Rounded at its free end. */
function barPath(bar: PlotLayout['bars'][number]): string {
  const { x, y, width, height } = bar;
  const r = bar.rounded ? Math.min(2, width / 2, height) : 0;
  return `M${x} ${y + height}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height}Z`;
}

/** Hairlines on the middle of a pixel are one pixel wide. */
function crisp(value: number): number {
  return Math.round(value) + 0.5;
}
