import { type AlertCondition, getConditionType, roundTo } from '@atrium/domain/actions/alerts';
import { instantToDate, listCalendarTicks } from '@atrium/domain/core';
import { formatClock, formatDate, formatNumber, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import { useId } from 'react';
import { useWidth } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { formatLength, formatLimit, formatMetric, formatUsualMetric } from '../condition-text.ts';
import { PeriodChart } from '../period-chart.tsx';
import styles from './back-test.module.css';
import courseChartStyles from './course-chart.module.css';
import { LimitHandle, type MovableLimit } from './limit-handle.tsx';
import { layoutSeries } from './series-layout.ts';
import type { Preview, usePreview } from './use-preview.ts';

interface CourseChartProps {
  readonly preview: Preview;
  readonly limits: readonly MovableLimit[];
}

const height = 210;
/** Half the width of a day's name. */
const dayRoom = 30;

/** Weeks of the watched value, its draggable limits, and when the alert would have fired. Always left to right. */
function SeriesChart({ preview, limits }: CourseChartProps) {
  const text = useText();
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { from, to, course, timezone, metric, firings } = preview;
  const decimals = Math.max(...limits.map(({ step }) => (step < 1 ? 1 : 0)), 0);
  const figureOf = (value: number) => formatNumber(value, { locale: text.locale, decimals });
  const values = limits.map(({ value }) => value);
  const layout = width > 0 ? layoutSeries({ from, to, course, limits: values, firings }, width, height) : null;
  return (
    <div ref={ref} className={courseChartStyles.frame} style={{ height }} dir="ltr">
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
                <line x1={layout.plot.x} x2={width} y1={y} y2={y} className={courseChartStyles.grid} />
                <text x={layout.plot.x - 6} y={y + 4} textAnchor="end" className={courseChartStyles.word}>
                  {figureOf(tick)}
                </text>
              </g>
            ))}
            {layout.paths.map((path) => (
              <path key={path} d={path} className={courseChartStyles.course} />
            ))}
            <g clipPath={`url(#${id})`}>
              {layout.paths.map((path) => (
                <path key={path} d={path} className={courseChartStyles.beyond} />
              ))}
            </g>
            {layout.numbers.map((mark) => (
              <g key={mark.text}>
                <line x1={mark.x} x2={mark.x} y1={16} y2={30} className={courseChartStyles.mark} />
                <text
                  x={Math.max(12, Math.min(width - 12, mark.x))}
                  y={12}
                  textAnchor="middle"
                  className={courseChartStyles.number}
                >
                  {mark.text}
                </text>
              </g>
            ))}
            {listCalendarTicks({ from, to }, timezone).map(({ at, date }) => (
              <text
                key={at}
                x={Math.min(width - dayRoom, layout.x(at))}
                y={height - 4}
                textAnchor="middle"
                className={courseChartStyles.word}
              >
                {formatShortDay(date, text)}
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

const ends = { value: 'endValue', min: 'endMin', max: 'endMax' } as const;

/** Returns the limits of a condition with functions that move them. The end limit moves along at the same distance. */
function buildLimits(
  condition: AlertCondition,
  onChange: (condition: AlertCondition) => void,
): readonly MovableLimit[] {
  const type = getConditionType(condition.type);
  const { comparison } = type;
  const values = type.values(condition);
  // A share of what is usual is another height in each hour.
  if (values === null || type.measure(condition) !== 'value') return [];
  return (['value', 'min', 'max'] as const).flatMap((name) => {
    const value = condition[name];
    if (value === null) return [];
    const end = condition[ends[name]];
    const isUpper = name === 'max' || (name === 'value' && comparison !== 'below');
    const move = (to: number) =>
      onChange({
        ...condition,
        [name]: to,
        [ends[name]]: end === null ? null : roundTo(end + to - value, values.step),
      });
    return [{ name, value, isUpper, least: values.min, most: values.max, step: values.step, move }];
  });
}

/** Minimum known share of the period for stating how often it would have fired. */
export const minKnownShare = 0.1;

interface BackTestProps {
  readonly tried: ReturnType<typeof usePreview>;
  readonly condition: AlertCondition;
  readonly onApply: (condition: AlertCondition) => void;
}

/** Back-test over the last 28 days, updated as the condition changes. */
export function BackTest({ tried, condition, onApply }: BackTestProps) {
  const { t } = useText();
  const { preview, isComplete, isBusy, hasFailed } = tried;
  return (
    <section className={styles.card} aria-busy={isBusy}>
      {!isComplete && <p className={styles.note}>{t('alertForm.test.incomplete')}</p>}
      {hasFailed && preview === null && <p className={styles.note}>{t('alertForm.test.failed')}</p>}
      {isBusy && (
        <p className={styles.busy} role="status">
          {t('alertForm.test.busy')}
        </p>
      )}
      {preview !== null && (
        <div className={styles.answer} data-old={isBusy}>
          <Tried preview={preview} condition={condition} onApply={onApply} />
        </div>
      )}
    </section>
  );
}

function Tried({
  preview,
  condition,
  onApply,
}: Pick<BackTestProps, 'condition' | 'onApply'> & { readonly preview: Preview }) {
  const text = useText();
  const { t, locale } = text;
  const { from, to, timezone, known } = preview;
  const date = (at: number) => formatDate(instantToDate(timezone, at), text);
  if (known == null || known < minKnownShare)
    return (
      <>
        <Expectation preview={preview} />
        <p className={styles.note}>{t('alertForm.test.notEnough')}</p>
      </>
    );
  return (
    <>
      <Expectation preview={preview} />
      <p className={styles.when}>{t('alertForm.test', { from: date(from), to: date(to) })}</p>
      {known < 0.98 && (
        <p className={styles.when}>
          {t('alertForm.test.known', { share: formatPercent(known * 100, { locale, decimals: 0 }) })}
        </p>
      )}
      {preview.course.length > 0 && <SeriesChart preview={preview} limits={buildLimits(condition, onApply)} />}
      <Steadier preview={preview} condition={condition} onApply={onApply} />
      {preview.days.length > 0 && <Days preview={preview} condition={condition} />}
      {preview.otherLimits.length > 0 && <OtherLimits {...{ preview, condition, onApply }} />}
    </>
  );
}

/** States what is usual now, or why nothing is compared, and the days that were left out. */
function Expectation({ preview }: { readonly preview: Preview }) {
  const text = useText();
  const { t } = text;
  const { expectation, uncompared, metric } = preview;
  if (expectation == null) return null;
  const { value, lower, upper, reason, name, historySince } = expectation;
  const date = (day: string) => formatDate(day as Parameters<typeof formatDate>[0], text);
  const now =
    reason == null
      ? t('alertForm.expected.now', {
          usual: formatUsualMetric(value ?? null, metric, text),
          from: formatUsualMetric(lower ?? null, metric, text),
          to: formatUsualMetric(upper ?? null, metric, text),
        })
      : reason === 'history' && historySince != null
        ? t('alertForm.expected.since', { date: date(historySince) })
        : name != null
          ? t('alertForm.expected.named', { name })
          : t('alertForm.expected.none');
  const named = uncompared.filter(({ reason: why }) => why !== 'history' && why !== 'gaps');
  return (
    <>
      <p className={styles.when}>{now}</p>
      {named.length > 0 && (
        <p className={styles.when}>
          {t('alertForm.expected.left', {
            days: named.map(({ day, name: of }) => (of == null ? date(day) : `${date(day)} (${of})`)).join(', '),
          })}
        </p>
      )}
    </>
  );
}

/** Suggests a hold and an end limit that would have halved the firings. */
function Steadier({ preview, condition, onApply }: Parameters<typeof Tried>[0]) {
  const text = useText();
  const { t } = text;
  const { suggestion } = preview;
  if (suggestion == null) return null;
  const { enterHold, leaveHold, endValue, endMin, endMax, times } = suggestion;
  const end = endValue ?? endMax ?? endMin ?? condition.value ?? condition.max ?? null;
  return (
    <p className={styles.steadier}>
      <span>
        {t('alertForm.test.steadier', {
          hold: formatLength(enterHold, text),
          end: formatLimit(end, preview.metric, condition, text),
          count: times,
        })}
      </span>
      <Button
        onClick={() =>
          onApply({
            ...condition,
            enterHold,
            leaveHold,
            endValue: endValue ?? null,
            endMin: endMin ?? null,
            endMax: endMax ?? null,
          })
        }
      >
        {t('alertForm.test.apply')}
      </Button>
    </p>
  );
}

function Days({ preview, condition }: { preview: Preview; condition: AlertCondition }) {
  const text = useText();
  const { t } = text;
  const { timezone, metric } = preview;
  const type = getConditionType(condition.type);
  const hasLines = type.values(condition) !== null && type.measure(condition) === 'value';
  const bounds = hasLines ? [condition.value, condition.min, condition.max] : [];
  const limits = bounds.filter((one) => one !== null);
  return (
    <>
      <h3 className={styles.title}>{t('alertForm.test.days')}</h3>
      <div className={styles.days}>
        {preview.days.map((day) => {
          const firings = preview.firings.filter((one) => one.day === day.day && one.place === day.place);
          const date = formatDate(day.day as Parameters<typeof formatDate>[0], text);
          return (
            <div key={`${day.day} ${day.place}`}>
              <h4 className={styles.dayTitle}>{date}</h4>
              <PeriodChart spell={day} size={[188, 84]} {...{ timezone, limits, firings }} label={date} />
              <ul className={styles.firings}>
                {firings.slice(0, 4).map(({ begin, end, peak }) => (
                  <li key={begin}>
                    <bdi>{formatClock(begin, timezone)}</bdi>
                    <span>{formatLength(((end ?? preview.to) - begin) / 1000, text)}</span>
                    <span>{metric !== 'deviceStatus' && peak != null && formatMetric(peak, metric, text)}</span>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </>
  );
}

/**
 * How often it would have fired at other limits, where the count changes. A click takes the limit, and the end limit keeps
 * its distance. A lower limit may fire less often, for longer.
 */
function OtherLimits({ preview, condition, onApply }: Parameters<typeof Tried>[0]) {
  const text = useText();
  const { t } = text;
  const own = condition.value ?? condition.max ?? condition.min;
  // A range has two limits, and this list moves both, so there is none to take.
  const movables = buildLimits(condition, onApply);
  const movable = movables.length === 1 ? movables[0] : undefined;
  const most = Math.max(1, ...preview.otherLimits.map(({ times }) => times));
  return (
    <Table
      className={styles.limits}
      caption={
        <span className={styles.title}>
          {t('alertForm.test.limits')} <span className={styles.when}>{t('alertForm.test.limits.head')}</span>
        </span>
      }
      columns={[
        {
          key: 'limit',
          isName: true,
          cell: ({ limit }) => {
            const words = formatLimit(limit, preview.metric, condition, text);
            if (movable === undefined || limit === own) return words;
            return (
              <button type="button" className={styles.take} onClick={() => movable.move(limit)}>
                {words}
              </button>
            );
          },
        },
        {
          key: 'share',
          className: styles.share,
          cell: ({ times }) => <span style={{ inlineSize: `${(times / most) * 100}%` }} />,
        },
        { key: 'times', cell: ({ times }) => times },
        {
          key: 'length',
          cell: ({ meanLength }) => (meanLength == null ? '–' : formatLength(meanLength, text)),
        },
      ]}
      rows={preview.otherLimits}
      keyOf={({ limit }) => limit}
      rowProps={({ limit }) => ({ 'data-own': limit === own })}
    />
  );
}
