import { type AlertCondition, getConditionType } from '@atrium/domain/alerts';
import { instantToDate } from '@atrium/domain/core';
import { formatClock, formatDate, formatPercent } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { PeriodChart } from '../../chart/index.ts';
import { formatLength, formatMetric } from '../../words/index.ts';
import styles from './back-test.module.css';
import { buildLimits } from './build-limits.ts';
import { OtherLimits } from './other-limits.tsx';
import { SeriesChart } from './series-chart.tsx';
import type { Preview, usePreview } from './use-preview.ts';

/** Minimum known share of the period for stating how often it would have fired. */
const minKnownShare = 0.1;

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
  const { from, to, timezone, times, meanLength, known } = preview;
  const date = (at: number) => formatDate(instantToDate(timezone, at), text);
  if (known == null || known < minKnownShare) return <p className={styles.note}>{t('alertForm.test.notEnough')}</p>;
  return (
    <>
      <p className={styles.when}>{t('alertForm.test', { from: date(from), to: date(to) })}</p>
      <p className={styles.sentence} role="status">
        {times === 0
          ? t('alertForm.test.never')
          : t('alertForm.test.times', { count: times, length: formatLength(meanLength ?? 0, text) })}
      </p>
      {known < 0.98 && (
        <p className={styles.when}>
          {t('alertForm.test.known', { share: formatPercent(known * 100, { locale, decimals: 0 }) })}
        </p>
      )}
      {preview.course.length > 0 && <SeriesChart preview={preview} limits={buildLimits(condition, onApply)} />}
      <Steadier preview={preview} condition={condition} onApply={onApply} />
      {preview.days.length > 0 && <Days preview={preview} condition={condition} />}
      {preview.otherLimits.length > 0 && <OtherLimits preview={preview} condition={condition} />}
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
          end: formatMetric(end, preview.metric, text),
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
  const bounds =
    getConditionType(condition.type).values === null ? [] : [condition.value, condition.min, condition.max];
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
