import type { Span } from '@atrium/domain/core';
import type { ResolvedFilters, SectionQueries } from '@atrium/domain/dashboards';
import { buildExplainedQuery, type FindGroupId, isNamedGroup } from '@atrium/domain/dashboards/explain';
import { type Band, findMetric, type RawQuery } from '@atrium/domain/measurements';
import { type Explained, toExplainedSpans } from '../explain/index.ts';
import type { Site } from '../site/site.ts';
import { formatExact, getMetricName, type Reader } from '../words/section-texts.ts';
import { deriveGoodTime, deriveRating, deriveShare } from './derived-section.ts';
import { parseSectionPart, type SectionPart } from './section-part.ts';

/** Input of a section's explanations. */
export interface SectionContext {
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
 * Returns the explanation of a section's number: a metric or one of its parts, as a whole or at one step of its time
 * series.
 */
export function getSectionExplanation(
  text: string,
  context: SectionContext,
  spans: readonly Span[],
  reader: Reader,
  idOf: FindGroupId = () => null,
): Explained | null {
  const { queries, site, filters } = context;
  const part = parseSectionPart(text);
  const asked = askedFor(part, queries, spans);
  const group = asked && groupOf(part, asked);
  const query = asked ? buildExplainedQuery(asked, group ? [group] : [], spans, idOf) : null;
  const metric = findMetric(asked?.metric ?? '');
  const [first, last] = [filters.spans[0], filters.spans.at(-1)];
  if (query === null || metric === undefined || !first || !last) return null;
  const { state, ranges } = filters;
  const derived = derivationOf(part, context, { metric, reader, spans }, query);
  const isOneStretch = spans.length === 1 || (spans.length === 0 && ranges.length === 1);
  const isCompared = state.compare.on && isOneStretch && part.of !== 'week' && !derived;
  return {
    title: titleOf(part, getMetricName(metric, reader.t), reader),
    place: placeOf(part, group?.zoneId ?? null, context),
    metric,
    query,
    ...toExplainedSpans(spans, { from: first.from, to: last.to }),
    ranges,
    calendar: site.topology,
    mode: isCompared ? state.compare.mode : null,
    format: (value) => formatExact(value, metric, reader),
    siblings: [],
    ...(derived === null ? {} : { derived }),
  };
}

/** Returns the query whose sources give the id of a part that is known by name; null for any other part. */
export function findNamesQuery(text: string, { queries }: SectionContext): RawQuery | null {
  const part = parseSectionPart(text);
  const asked = askedFor(part, queries, []);
  const group = asked && groupOf(part, asked);
  return group && isNamedGroup(group.type) ? buildExplainedQuery(asked, [], []) : null;
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

function groupOf({ label }: SectionPart, { groupBy }: NonNullable<ReturnType<typeof askedFor>>) {
  const type = groupBy?.[0]?.type;
  if (label === null || type === undefined) return null;
  return { type, label, zoneId: type === 'ZONE_ID' ? Number(label) : null };
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

function derivationOf(
  part: SectionPart,
  { queries, site, bandOf, places, filters, now }: SectionContext,
  about: Parameters<typeof deriveRating>[0],
  query: RawQuery,
) {
  const asked = queries.metrics.get(part.metric);
  if (!asked) return null;
  const isRated = part.of === 'rating' || part.of === 'goodTime';
  const band = isRated ? bandOf?.(part.metric) : null;
  if (part.of === 'rating') return band ? deriveRating(about, band, query) : null;
  if (part.of === 'goodTime') {
    const at = { now, timezone: site.topology.timezone };
    return band ? deriveGoodTime(about, band, { parts: asked.parts, places, ranges: filters.ranges }, at) : null;
  }
  return part.of === 'share' ? deriveShare(about, asked.total) : null;
}
