import type { Instant } from '../../core/index.ts';
import { airSamples } from '../../numbers/index.ts';
import type { FilteredSite, ResolvedFilters } from '../filters/resolve.ts';
import { listPartZones } from '../filters/resolve.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import { type MetricQueries, type SectionQueries, toSectionQueries } from '../queries/section-queries.ts';
import { energyOrder, listCurrentMetrics, type SectionEvent } from '../site-sections.ts';
import { getTabNumbers, type SectionTab } from '../site-tabs.ts';

/** Returns the metrics of a tab at a site with these events. */
export function listTabMetrics(tab: SectionTab, events: readonly SectionEvent[], now: Instant): readonly string[] {
  const { metrics } = getTabNumbers(tab);
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
  const { partsBy, hasWeek = false, isOfEverybody = false, isWhileOpen = false } = getTabNumbers(tab);
  return toSectionQueries({
    zoneIds: counted.map(({ id }) => id),
    partZoneIds: partsBy === 'ZONE_ID' ? listPartZones(site, filters).map(({ id }) => id) : [],
    partsBy,
    metrics,
    week: hasWeek ? (metrics[0] ?? null) : null,
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

/**
 * Returns the queries of a section in order: by metric, each in the order of `listMetricParts`, then the typical week.
 */
export function listSectionQueries({ metrics, week }: SectionQueries): readonly AskedQuery[] {
  return [
    ...[...metrics.values()].flatMap((each) => listMetricParts(each).map((part) => each[part])),
    ...(week === null ? [] : [week]),
  ].filter((query) => query !== null);
}

const parts = [
  'total',
  'course',
  'expected',
  'parts',
  'partCourse',
] as const satisfies readonly (keyof MetricQueries)[];

/** Returns the names of a metric's queries, in order. */
export function listMetricParts(queries: MetricQueries): readonly (keyof MetricQueries)[] {
  return parts.filter((part) => queries[part] !== null);
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
