import type { Instant } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import { compareFigure, type Metric } from '@atrium/domain/numbers';
import { addsUp, findMainContribution, listPartZones, type PartKind, type ResolvedFilters } from '@atrium/domain/pages';
import { useText } from '../../i18n/index.ts';
import type { Explains } from '../explain/index.ts';
import { Headline, markStrong } from '../headline/headline.tsx';
import { getSentenceTime } from '../headline/sentence-time.ts';
import { formatComparison, formatGap, formatTooFewSentence, getComparedUntil } from '../headline/sentences.ts';
import type { MetricNumbers, SectionModel } from '../section/section-model.ts';
import { formatSectionPart } from '../section/section-model.ts';
import type { Site } from '../site-page/site.ts';
import { formatFigure, getMetricName } from '../words/section-texts.ts';

interface EnergyHeadlineProps {
  readonly model: SectionModel;
  readonly filters: ResolvedFilters;
  readonly timezone: string;
  readonly now: Instant;
  /** Returns a part's name by its label. */
  readonly partName: (label: string) => string;
  /** Whether a part counts towards the total. Parts nested in each other would count twice. */
  readonly accounts: (label: string) => boolean;
  readonly explains: Explains | null;
}

/** Compares the first metric with the usual, states its amount and names the part with the main change. */
export function EnergyHeadline({ model, filters, timezone, now, partName, accounts, explains }: EnergyHeadlineProps) {
  const text = useText();
  const { t } = text;
  const [first, ...others] = model.metrics;
  if (!first || first.value === null) return <Headline lead={[t('headline.energy.none')]} why={[]} />;
  const { metric, value, usual, known, tooFew } = first;
  // While the meters are silent the amount cannot grow, so the sentence is in the past tense.
  const when = first.silentSince === null ? getSentenceTime(filters, 'meters') : 'past';
  const figure = compareMetric(first);
  const parts = [...first.parts]
    .filter(([label]) => accounts(label))
    .map(([label, part]) => ({ label, value: part.value, usual: part.usual, known: part.known }));
  // If the parts don't add up to the whole, the cause may lie elsewhere.
  const whole = { value, usual };
  const part = findMainContribution(whole, figure.verdict ?? 'usual', addsUp(known, parts) ? parts : []);
  const sign = figure.verdict === 'less' ? '−' : '+';
  const unusual = others.find((other) => Math.abs(compareMetric(other).change?.change ?? 0) >= 10);
  const other = unusual && compareMetric(unusual);
  // The mentioned metric with the least coverage.
  const least = unusual && (unusual.coverage ?? 1) < (first.coverage ?? 1) ? unusual : first;
  const isEverySilent = model.metrics.every(({ silentSince }) => silentSince !== null);
  const since = isEverySilent
    ? Math.max(...model.metrics.map(({ silentSince }) => silentSince ?? 0))
    : least.silentSince;
  return (
    <Headline
      explain={(number) => explains && (() => explains.open(number))}
      lead={[
        // Production is not consumption.
        figure.verdict && isUsed(metric)
          ? t(`headline.energy.${figure.verdict}`, { mode: filters.state.compare.mode })
          : null,
        t('headline.energy.amount', {
          metric: getMetricName(metric, t),
          amount: markStrong(formatFigure(value, metric, text), metric.id),
          when,
        }),
        formatComparison(
          figure,
          filters.state.compare.mode,
          text,
          metric.id,
          getComparedUntil(when, first, first.coverage),
        ) ?? formatTooFewSentence(tooFew, filters, text),
      ]}
      why={[
        part &&
          t('headline.part', {
            name: markStrong(partName(part.label)),
            difference: markStrong(
              `${sign}${formatFigure(part.difference, metric, text)}`,
              formatSectionPart({ of: 'own', metric: metric.id, label: part.label }),
            ),
          }),
        unusual && other?.change && other.verdict !== null && other.verdict !== 'usual'
          ? t('headline.energy.other', {
              metric: getMetricName(unusual.metric, t),
              amount: markStrong(formatFigure(unusual.value, unusual.metric, text), unusual.metric.id),
              percent: markStrong(
                `${other.verdict === 'more' ? '+' : '−'}${formatPercent(Math.abs(other.change.change), { locale: text.locale, decimals: 1 })}`,
                unusual.metric.id,
              ),
            })
          : null,
        formatGap(least.coverage, text, least.metric.id, {
          ...(isEverySilent ? { of: 'meters' } : { of: 'metersOf', metric: getMetricName(least.metric, t) }),
          since,
          silent: isEverySilent ? model.silent : least.silent,
          now,
          today: filters.date,
          timezone,
        }),
      ]}
    />
  );
}

/** While all of its meters are silent, a metric is not judged. */
const compareMetric = ({ metric, value, usual, range, silentSince }: MetricNumbers) =>
  compareFigure({ metric, value, usual, range, unjudged: silentSince === null ? null : 'silent' });

const isUsed = ({ id }: Metric) => id.endsWith('Consumption');

interface EnergySentenceProps extends Pick<EnergyHeadlineProps, 'model' | 'filters' | 'now' | 'explains'> {
  readonly site: Site;
  readonly by: PartKind;
}

/** The sentence about a site's meters, with its parts by name. Zones nested in a part would count twice. */
export function EnergySentence({ site, by, ...props }: EnergySentenceProps) {
  const { filters } = props;
  const zones = new Map(by === 'ZONE_ID' ? listPartZones(site, filters).map((zone) => [String(zone.id), zone]) : []);
  const isCounted = (label: string) =>
    zones.get(label)?.parentIds.some((parent) => filters.counted.some(({ id }) => id === parent)) === true;
  return (
    <EnergyHeadline
      {...props}
      timezone={site.topology.timezone}
      partName={(label) => zones.get(label)?.name ?? label}
      accounts={by === 'ZONE_ID' ? isCounted : () => true}
    />
  );
}
