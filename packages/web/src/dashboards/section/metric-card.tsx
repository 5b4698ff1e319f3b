import { deltaOf } from '@atrium/domain/core/format';
import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { countsHeads } from '@atrium/domain/measurements';
import { cardSize, MicroBars, notToldWord, Sparkline } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';
import { KpiCard } from '../cards/kpi-card.tsx';
import type { Explains } from '../explain/index.ts';
import { comparedPart, compareShort, tooFewWord } from '../filters/choice/filter-words.ts';
import { metricHelp } from '../words/metric-help.ts';
import { countedWord, figureOf, heardUntilWord, nameOf } from '../words/section-words.ts';
import { type MetricNumbers, newest, type SectionModel } from './section-model.ts';
import { smallInput } from './small-input.ts';

interface MetricCardProps {
  readonly numbers: MetricNumbers;
  readonly model: SectionModel;
  readonly filters: ResolvedFilters;
  readonly timezone: string;
  readonly now: number;
  /** Opens the explanation of a metric, by id. */
  readonly explains: Explains | null;
}

/** Shows one metric of the site: the current value of air, the amount counted by meters. */
export function MetricCard({ numbers, model, filters, timezone, now, explains }: MetricCardProps) {
  const text = useText();
  const { t, locale } = text;
  const { metric } = numbers;
  const samples = metric.kind === 'sample';
  const current = samples && filters.includesNow ? newest(numbers, model, now) : null;
  const { value, usual, compared } = current ?? numbers;
  const figure = figureOf(value, metric, { t, locale });
  const input = smallInput(numbers.buckets, model, now);
  const isNow = current !== null;
  const write = (number: number) => figureOf(number, metric, { t, locale }).text;
  const spans = current === null ? [] : [current.span];
  return (
    <KpiCard
      metric={metric.id}
      label={nameOf(metric, t)}
      help={metricHelp(metric.id, t)}
      explains={
        explains === null || value === null
          ? null
          : {
              isOpen: explains.isOpen(metric.id, spans),
              open: () => explains.open(metric.id, spans),
            }
      }
      tag={
        current !== null ? (
          <span className={styles.soFar}>
            {current.heardUntil === null ? t('section.now') : heardUntilWord(current.heardUntil, now, timezone, text)}
          </span>
        ) : samples ? (
          <span className={styles.soFar}>{t('section.mean')}</span>
        ) : filters.progress.meters === 'over' ? null : (
          <span className={styles.soFar}>{t('charts.soFar')}</span>
        )
      }
      value={figure.text}
      unit={figure.unit}
      note={
        numbers.notTold.length > 0
          ? notToldWord(numbers.notTold, t)
          : isNow
            ? null
            : [countedWord(numbers.coverage, text), tooFewWord(numbers.tooFew, text)].filter(Boolean).join(' · ') ||
              null
      }
      delta={deltaOf(compared, usual, {
        points: false,
        goodSide: metric.better,
        decimals: 1,
        people: countsHeads(metric),
      })}
      deltaDecimals={1}
      versus={
        usual === null
          ? null
          : {
              value: write(usual),
              part: comparedPart(value, compared, write),
              what: compareShort(filters.state.compare.mode, filters.ranges, { t, locale }),
            }
      }
    >
      {samples ? (
        <Sparkline input={input} size={cardSize} fromZero={false} />
      ) : (
        <MicroBars input={input} size={cardSize} />
      )}
    </KpiCard>
  );
}
