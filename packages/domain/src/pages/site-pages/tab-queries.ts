import type { Instant } from '../../core/index.ts';
import { airSamples } from '../../numbers/index.ts';
import type { FilteredSite, ResolvedFilters } from '../filters/resolve.ts';
import { listPartZones } from '../filters/resolve.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import {
  type MetricPart,
  type MetricQueries,
  type SectionQueries,
  toSectionQueries,
} from '../queries/section-queries.ts';
import { energyOrder, listCurrentMetrics, type SectionEvent } from '../site-sections.ts';
import { type CardQuestion, listTabQuestions, type SectionTab, siteTabs, type TabMetrics } from '../site-tabs.ts';

/** Returns the metrics of a tab at a site with these events. */
export function listTabMetrics(tab: SectionTab, events: readonly SectionEvent[], now: Instant): readonly string[] {
  const { metrics } = siteTabs[tab].numbers;
  return metrics === 'air' ? airMetrics(events, now) : metrics === 'energy' ? energyMetrics(events, now) : metrics;
}

/** Returns the queries of a tab for its metrics and filters. */
export function buildSectionQueries(
  tab: SectionTab,
  site: Pick<FilteredSite, 'topology'>,
  filters: ResolvedFilters,
  metrics: readonly string[],
): SectionQueries {
  const { counted, ranges, state, today } = filters;
  const { partsBy, isOfEverybody = false, isWhileOpen = false }: TabMetrics = siteTabs[tab].numbers;
  const questions = listTabQuestions(tab);
  return toSectionQueries({
    zoneIds: counted.map(({ id }) => id),
    partZoneIds: partsBy === 'ZONE_ID' ? listPartZones(site, filters).map(({ id }) => id) : [],
    partsBy,
    metrics,
    week: questions.has('week') ? (metrics[0] ?? null) : null,
    asks: [...questions].filter(isMetricPart),
    ranges,
    hours: state.hours,
    isWhileOpen,
    day: state.day,
    gender: isOfEverybody ? 'all' : state.gender,
    engagement: isOfEverybody ? 'all' : state.engagement,
    calendar: site.topology,
    compare: state.compare.on ? state.compare.mode : null,
    today,
  });
}

const parts: ReadonlySet<string> = new Set<MetricPart>(['total', 'course', 'expected', 'parts', 'partCourse']);
const isMetricPart = (question: CardQuestion): question is MetricPart => parts.has(question);

/** Returns the queries of a section in order: by metric, each in the order of `listMetricParts`, then the typical week. */
export function listSectionQueries(queries: SectionQueries): readonly AskedQuery[] {
  const { metrics, week } = queries;
  return [
    ...[...metrics.values()].flatMap((each) => listMetricParts(queries, each).map((part) => each[part])),
    ...(week === null ? [] : [week]),
  ].filter((query) => query !== null);
}

/** Returns the names of the queries that are sent for a metric, in order. */
export function listMetricParts({ asks }: SectionQueries, queries: MetricQueries): readonly MetricPart[] {
  return asks.filter((part) => queries[part] !== null);
}

/** Returns the air metrics of a site's running events, in the catalogue's order. */
function airMetrics(events: readonly SectionEvent[], now: Instant): readonly string[] {
  const sampled = new Set(listCurrentMetrics(events, now));
  return airSamples.map(({ id }) => id).filter((metric) => sampled.has(metric));
}

/** Returns the meter metrics of a site's running events, consumption before production. */
function energyMetrics(events: readonly SectionEvent[], now: Instant): readonly string[] {
  const metered = new Set(listCurrentMetrics(events, now));
  return energyOrder.filter((metric) => metered.has(metric));
}
