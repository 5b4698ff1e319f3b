import { instantToDate } from '@atrium/domain/core';
import { formatNumber, formatShortDay } from '@atrium/domain/core/format';
import { useId } from 'react';
import { useWidth } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './course-chart.module.css';
import { LimitHandle, type MovableLimit } from './limit-handle.tsx';
import { layoutSeries } from './series-layout.ts';
import type { Preview } from './use-preview.ts';

interface CourseChartProps {
  readonly preview: Preview;
  readonly limits: readonly MovableLimit[];
}

const height = 210;

/** Weeks of the watched value, its draggable limits, and when the alert would have fired. Always left to right. */
export function SeriesChart({ preview, limits }: CourseChartProps) {
  const text = useText();
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { from, to, course, timezone, metric, firings } = preview;
  const decimals = Math.max(...limits.map(({ step }) => (step < 1 ? 1 : 0)), 0);
  const figureOf = (value: number) => formatNumber(value, { locale: text.locale, decimals });
  const values = limits.map(({ value }) => value);
  const layout = width > 0 ? layoutSeries({ from, to, course, limits: values, firings }, width, height) : null;
  return (
    <div ref={ref} className={styles.frame} style={{ height }} dir="ltr">
      {layout && (
        <>
          <svg width={width} height={height} aria-hidden="true">
            <clipPath id={id}>
              {limits.map(({ name, value, isUpper }) => (
                <rect
                  key={name}
                  x={0}
                  width={width}
                  y={isUpper ? 0 : layout.y(value)}
                  height={isUpper ? Math.max(0, layout.y(value)) : height}
                />
              ))}
            </clipPath>
            {layout.ticks.map(({ tick, y }) => (
              <g key={tick}>
                <line x1={layout.plot.x} x2={width} y1={y} y2={y} className={styles.grid} />
                <text x={layout.plot.x - 6} y={y + 4} textAnchor="end" className={styles.word}>
                  {figureOf(tick)}
                </text>
              </g>
            ))}
            {layout.paths.map((path) => (
              <path key={path} d={path} className={styles.course} />
            ))}
            <g clipPath={`url(#${id})`}>
              {layout.paths.map((path) => (
                <path key={path} d={path} className={styles.beyond} />
              ))}
            </g>
            {layout.numbers.map((mark) => (
              <g key={mark.text}>
                <line x1={mark.x} x2={mark.x} y1={16} y2={30} className={styles.mark} />
                <text
                  x={Math.max(12, Math.min(width - 12, mark.x))}
                  y={12}
                  textAnchor="middle"
                  className={styles.number}
                >
                  {mark.text}
                </text>
              </g>
            ))}
            {layout.weeks.map(({ at, x }, index) => (
              <text
                key={at}
                x={x}
                y={height - 4}
                textAnchor={index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}
                className={styles.word}
              >
                {(width > 420 || index % 2 === 0) && formatShortDay(instantToDate(timezone, at), text)}
              </text>
            ))}
          </svg>
          {limits.map((limit) => (
            <LimitHandle key={limit.name} {...{ limit, metric, layout }} figure={figureOf(limit.value)} />
          ))}
        </>
      )}
    </div>
  );
}
