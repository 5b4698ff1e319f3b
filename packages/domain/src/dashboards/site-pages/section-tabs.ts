import type { Instant } from '../../core/index.ts';
import { airSamples } from '../../measurements/index.ts';
import { type FilteredSite, partZones, type ResolvedFilters } from '../filters/index.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import {
  type MetricQueries,
  type PartKind,
  type SectionQueries,
  toSectionQueries,
} from '../queries/section-queries.ts';
import { energyOrder, metricsNow, type SectionEvent } from '../site-sections.ts';

/** The tabs of a site's page that ask about each of their metrics alike. */
export type SectionTab = 'flow' | 'sensors' | 'atmosphere' | 'rooms' | 'energy' | 'uses';

interface Tab {
  metrics(events: readonly SectionEvent[], now: Instant): readonly string[];
  readonly partsBy: PartKind;
  /** Whether the typical week of its first metric is asked as well. */
  readonly hasWeek?: boolean;
  /** Whether it is about all people, whichever of them the page is filtered by. */
  readonly isOfEverybody?: boolean;
  /** Whether totals are those of the opening hours where no hours are chosen. */
  readonly isWhileOpen?: boolean;
}

const tabs: Readonly<Record<SectionTab, Tab>> = {
  flow: { metrics: () => ['affluenceIn', 'affluenceOut'], partsBy: 'PASSAGE' },
  sensors: { metrics: () => ['affluenceIn', 'footfall'], partsBy: 'ZONE_ID', isOfEverybody: true },
  atmosphere: { metrics: airMetrics, partsBy: 'ZONE_ID', isWhileOpen: true },
  rooms: { metrics: airMetrics, partsBy: 'DEVICE', isWhileOpen: true },
  energy: { metrics: energyMetrics, partsBy: 'ZONE_ID', hasWeek: true },
  uses: { metrics: energyMetrics, partsBy: 'DEVICE' },
};

/** What a tab is about at a site with these events. */
export function metricsOfTab(tab: SectionTab, events: readonly SectionEvent[], now: Instant): readonly string[] {
  return tabs[tab].metrics(events, now);
}

/** What a tab asks under a choice of filters about its metrics. */
export function sectionQueries(
  tab: SectionTab,
  site: Pick<FilteredSite, 'topology'>,
  filters: ResolvedFilters,
  metrics: readonly string[],
): SectionQueries {
  const { counted, ranges, state, today } = filters;
  const { partsBy, hasWeek = false, isOfEverybody = false, isWhileOpen = false } = tabs[tab];
  return toSectionQueries({
    zoneIds: counted.map(({ id }) => id),
    partZoneIds: partsBy === 'ZONE_ID' ? partZones(site, filters).map(({ id }) => id) : [],
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

/** The questions of a section one after the other: metric by metric, each by `partsOfMetric`, and its typical week. */
export function listSection({ metrics, week }: SectionQueries): readonly AskedQuery[] {
  return [
    ...[...metrics.values()].flatMap((each) => partsOfMetric(each).map((part) => each[part])),
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

/** What is asked about a metric, in the order in which it is. */
export function partsOfMetric(queries: MetricQueries): readonly (keyof MetricQueries)[] {
  return parts.filter((part) => queries[part] !== null);
}

/** What the running events of a site sample of the air, in the order of the catalogue. */
function airMetrics(events: readonly SectionEvent[], now: Instant): readonly string[] {
  const sampled = new Set(metricsNow(events, now));
  return airSamples.map(({ id }) => id).filter((metric) => sampled.has(metric));
}

/** What the running events of a site meter, what is used before what is made. */
function energyMetrics(events: readonly SectionEvent[], now: Instant): readonly string[] {
  const metered = new Set(metricsNow(events, now));
  return energyOrder.filter((metric) => metered.has(metric));
}
