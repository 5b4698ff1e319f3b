import type { Instant, Span, ZoneId } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import { type Band, computeScore, type DayRange, findMetric, type Metric, type RawQuery } from '@atrium/domain/numbers';
import {
  type AskedQuery,
  getAnswerPoint,
  getAnswerPoints,
  type ResolvedFilters,
  type SectionQueries,
} from '@atrium/domain/pages';
import { getShareGranularity } from '@atrium/domain/pages/air';
import { buildExplainedQuery } from '@atrium/domain/pages/explain';
import { getKnownValue } from '../../charts/index.ts';
import type { NumberQuestion } from '../explain/explain-number.ts';
import type { Derivation } from '../explain/index.ts';
import type { Site } from '../site-page/site.ts';
import { formatFigure, getMetricName, type Reader } from '../words/section-texts.ts';
import { parseSectionPart, type SectionPart } from './section-model.ts';
import { formatShare, parseShares } from './time-shares.ts';

/** Input of a section's explanations. */
interface SectionContext {
  readonly queries: SectionQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  /** The limits that rate samples; null if the section has no ratings. */
  readonly bandOf: ((metric: string) => Band) | null;
  /** The parts that have time shares. */
  readonly places: readonly string[];
}

/**
 * Returns the question of a section's number, as a whole or at one step of its time series. The number is a metric or
 * one of its parts.
 */
export function askSection(
  text: string,
  context: SectionContext,
  spans: readonly Span[],
  reader: Reader,
): NumberQuestion | null {
  const { queries, site, filters } = context;
  const part = parseSectionPart(text);
  const query = askedFor(part, queries, spans);
  const metric = findMetric(query?.metric ?? '');
  if (query === null || metric === undefined) return null;
  const group = groupOf(part, query);
  const [first, last] = [filters.spans[0], filters.spans.at(-1)];
  const { state, ranges } = filters;
  const derive = derivationOf(part, context, { metric, reader, spans });
  return {
    query,
    groups: group === null ? [] : [group],
    title: titleOf(part, getMetricName(metric, reader.t), reader),
    place: placeOf(part, group?.zoneId ?? null, context),
    whole: first && last ? { from: first.from, to: last.to } : null,
    ranges,
    calendar: site.topology,
    mode: state.compare.on && part.of !== 'week' ? state.compare.mode : null,
    ...(derive === null ? {} : { derive }),
  };
}

/** A step of a time series uses the series' own hours, because totals may leave out closed hours. */
function askedFor({ of, metric, label }: SectionPart, { metrics, week }: SectionQueries, spans: readonly Span[]) {
  if (of === 'week') return week;
  const found = metrics.get(metric);
  if (!found) return null;
  const { hours, ...asked } = label === null ? found.total : found.parts;
  const own = spans.length > 0 ? found.course.hours : hours;
  const extreme = of === 'highest' ? 'MAX' : of === 'lowest' ? 'MIN' : null;
  return { ...asked, ...(own && { hours: own }), ...(extreme && { aggregation: extreme }) };
}

function groupOf({ label }: SectionPart, { groupBy }: AskedQuery) {
  const type = groupBy?.[0]?.type;
  if (label === null || type === undefined) return null;
  return { type, label, zoneId: type === 'ZONE_ID' ? (Number(label) as ZoneId) : null };
}

function titleOf({ of }: SectionPart, name: string, { t }: Reader): string {
  if (of === 'rating') return t('section.comfort');
  return of === 'share' || of === 'goodTime'
    ? `${name} · ${t(of === 'share' ? 'section.share' : 'section.air.good')}`
    : name;
}

function placeOf(
  { label }: SectionPart,
  zoneId: number | null,
  { site: { topology }, filters }: SectionContext,
): string {
  if (label !== null && zoneId === null) return label;
  const id = zoneId ?? filters.zone.id;
  if (id === filters.topZone.id) return topology.name;
  return topology.zones.find((zone) => zone.id === id)?.name ?? topology.name;
}

type Derive = NonNullable<NumberQuestion['derive']>;

function derivationOf(
  part: SectionPart,
  { queries, site, bandOf, places, filters, now }: SectionContext,
  about: About,
): Derive | null {
  const asked = queries.metrics.get(part.metric);
  if (!asked) return null;
  const isRated = part.of === 'rating' || part.of === 'goodTime';
  const band = isRated ? bandOf?.(part.metric) : null;
  if (part.of === 'rating') return band ? (_metric, query) => deriveRating(about, band, query) : null;
  if (part.of === 'goodTime') {
    const at = { now, timezone: site.topology.timezone };
    const time = { parts: asked.parts, places, ranges: filters.ranges };
    return band ? () => deriveGoodTime(about, band, time, at) : null;
  }
  return part.of === 'share' ? () => deriveShare(about, asked.total) : null;
}

interface About {
  readonly metric: Metric;
  readonly reader: Reader;
  readonly spans: readonly Span[];
}

/** Explains a rating: the mean of each sensor, of which the worst counts, and the limits. */
function deriveRating({ metric, reader }: About, band: Band, query: RawQuery): Derivation {
  return {
    query: { ...query, groupBy: [{ type: 'DEVICE' }] },
    of: (answer) => {
      const means = answer ? [...getAnswerPoints(answer).values()].flatMap((point) => getKnownValue(point) ?? []) : [];
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
function deriveGoodTime(
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
function deriveShare({ metric, reader, spans }: About, total: RawQuery): Derivation {
  return {
    query: explainedWithin(total, spans),
    of: (answer, value) => {
      const whole = answer && getKnownValue(getAnswerPoint(answer));
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
