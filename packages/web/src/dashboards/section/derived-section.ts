import type { Instant, Span } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import { type AskedQuery, getAnswerTotal, getAnswerValues } from '@atrium/domain/dashboards';
import { getShareGranularity } from '@atrium/domain/dashboards/air';
import { buildExplainedQuery } from '@atrium/domain/dashboards/explain';
import { type Band, computeScore, type DayRange, type Metric, type RawQuery } from '@atrium/domain/measurements';
import { getKnownValue } from '../../charts/index.ts';
import type { Derivation } from '../explain/index.ts';
import { formatFigure, getMetricName, type Reader } from '../words/section-texts.ts';
import { formatShare, parseShares } from './time-shares.ts';

interface About {
  readonly metric: Metric;
  readonly reader: Reader;
  readonly spans: readonly Span[];
}

/** Explains a rating: the mean of each sensor, of which the worst counts, and the limits. */
export function deriveRating({ metric, reader }: About, band: Band, query: RawQuery): Derivation {
  return {
    query: { ...query, groupBy: [{ type: 'DEVICE' }] },
    of: (answer) => {
      const means = answer
        ? [...getAnswerValues(answer).values()].flatMap(({ point }) => getKnownValue(point) ?? [])
        : [];
      const [worst = null] = means.toSorted((left, right) => computeScore(band, left) - computeScore(band, right));
      return {
        text: `${worst === null ? '–' : computeScore(band, worst)} / 5`,
        how: [
          reader.t('explain.rated', {
            metric: getMetricName(metric, reader.t),
            amount: formatFigure(worst, metric, reader),
          }),
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
export function deriveGoodTime(
  { metric, reader, spans }: About,
  band: Band,
  { parts: { filters, hours, groupBy = [] }, places, ranges }: SharedTime,
  at: { readonly now: Instant; readonly timezone: string },
): Derivation {
  const percent = (share: number | undefined) => formatShare(share ?? null, reader.locale);
  const asked = getShareGranularity(ranges, askedZones(filters));
  const courses: RawQuery = {
    metric: metric.id,
    filters,
    ...(hours && { hours }),
    groupBy: [...groupBy, { type: 'DATE', granularity: asked }],
  };
  return {
    query: spans.length === 0 ? courses : explainedWithin(courses, spans),
    of: (answer) => {
      const shares = parseShares(answer, { places, band, asked }, at);
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
export function deriveShare({ metric, reader, spans }: About, total: RawQuery): Derivation {
  return {
    query: explainedWithin(total, spans),
    of: (answer, value) => {
      const whole = answer && getKnownValue(getAnswerTotal(answer).point);
      const share = value === null || !whole ? null : (value / whole) * 100;
      return {
        text: formatPercent(share, { locale: reader.locale, decimals: 0 }),
        how: reader.t('explain.share', {
          part: formatFigure(value, metric, reader),
          whole: formatFigure(whole, metric, reader),
        }),
        compared: null,
      };
    },
  };
}

/** Limits a query to some spans and keeps its groups. */
function explainedWithin(query: RawQuery, spans: readonly Span[]): RawQuery {
  const own = buildExplainedQuery(query, [], spans) ?? query;
  return { ...own, ...(query.groupBy == null ? {} : { groupBy: query.groupBy }) };
}

function limitsOf(band: Band, metric: Metric, reader: Reader): readonly string[] {
  const { t } = reader;
  const written = (value: number) => formatFigure(value, metric, reader);
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
