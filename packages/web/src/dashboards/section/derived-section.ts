import type { Instant, Span } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import { type AskedQuery, totalOfAnswer, valuesOfAnswer } from '@atrium/domain/dashboards';
import { shareGrainOf } from '@atrium/domain/dashboards/air';
import { explainedQuery } from '@atrium/domain/dashboards/explain';
import { type Band, type DayRange, type Metric, type RawQuery, scoreOf } from '@atrium/domain/measurements';
import { amountOf } from '../../charts/index.ts';
import type { Derivation } from '../explain/index.ts';
import { figureText, nameOf, type Reader } from '../words/section-words.ts';
import { readShares, shareText } from './time-shares.ts';

interface About {
  readonly metric: Metric;
  readonly reader: Reader;
  readonly spans: readonly Span[];
}

/** Explains a rating: the mean of each sensor, of which the worst counts, and the limits. */
export function ratingOf({ metric, reader }: About, band: Band, query: RawQuery): Derivation {
  return {
    query: { ...query, groupBy: [{ type: 'DEVICE' }] },
    of: (answer) => {
      const means = answer ? [...valuesOfAnswer(answer).values()].flatMap(({ point }) => amountOf(point) ?? []) : [];
      const [worst = null] = means.toSorted((left, right) => scoreOf(band, left) - scoreOf(band, right));
      return {
        text: `${worst === null ? '–' : scoreOf(band, worst)} / 5`,
        how: [
          reader.t('explain.rated', { metric: nameOf(metric, reader.t), amount: figureText(worst, metric, reader) }),
          ...limitsOf(band, metric, reader),
        ].join(' · '),
        compared: null,
      };
    },
  };
}

interface SharedTime {
  /** The query for all parts. */
  readonly parts: AskedQuery;
  readonly places: readonly string[];
  readonly ranges: readonly DayRange[];
}

/** Explains the share of the measured time in which a sample was good, over all places. */
export function goodTimeOf(
  { metric, reader, spans }: About,
  band: Band,
  { parts: { filters, hours, groupBy = [] }, places, ranges }: SharedTime,
  at: { readonly now: Instant; readonly timezone: string },
): Derivation {
  const percent = (share: number | undefined) => shareText(share ?? null, reader.locale);
  const asked = shareGrainOf(ranges, askedZones(filters));
  const courses: RawQuery = {
    metric: metric.id,
    filters,
    ...(hours && { hours }),
    groupBy: [...groupBy, { type: 'DATE', granularity: asked }],
  };
  return {
    query: spans.length === 0 ? courses : explainedWithin(courses, spans),
    of: (answer) => {
      const shares = readShares(answer, { places, band, asked }, at);
      return {
        text: percent(shares?.good),
        how: [
          reader.t('explain.goodTime', {
            good: percent(shares?.good),
            average: percent(shares?.average),
            critical: percent(shares?.critical),
            count: shares?.count ?? 0,
          }),
          ...limitsOf(band, metric, reader),
        ].join(' · '),
        compared: null,
      };
    },
  };
}

/** Number of zones in a query. */
function askedZones(filters: AskedQuery['filters']): number {
  return filters?.conditions.find(({ criterion }) => criterion === 'ZONES')?.values?.length ?? 1;
}

/** Explains a part's share of the whole. */
export function shareOf({ metric, reader, spans }: About, total: RawQuery): Derivation {
  return {
    query: explainedWithin(total, spans),
    of: (answer, value) => {
      const whole = answer && amountOf(totalOfAnswer(answer).point);
      const share = value === null || !whole ? null : (value / whole) * 100;
      return {
        text: formatPercent(share, { locale: reader.locale, decimals: 0 }),
        how: reader.t('explain.share', {
          part: figureText(value, metric, reader),
          whole: figureText(whole, metric, reader),
        }),
        compared: null,
      };
    },
  };
}

/** Limits a query to some spans and keeps its groups. */
function explainedWithin(query: RawQuery, spans: readonly Span[]): RawQuery {
  const own = explainedQuery(query, [], spans) ?? query;
  return { ...own, ...(query.groupBy == null ? {} : { groupBy: query.groupBy }) };
}

function limitsOf(band: Band, metric: Metric, reader: Reader): readonly string[] {
  const { t } = reader;
  const written = (value: number) => figureText(value, metric, reader);
  const limits =
    'below' in band
      ? band.below.map((limit, place) => t('explain.rated.below', { score: 5 - place, limit: written(limit) }))
      : 'atLeast' in band
        ? band.atLeast.map((limit, place) => t('explain.rated.atLeast', { score: 5 - place, limit: written(limit) }))
        : band.within.map(([low, high], place) =>
            t('explain.rated.within', { score: 5 - place, low: written(low), high: written(high) }),
          );
  return [...limits, t('explain.rated.beyond', { score: 1 })];
}
