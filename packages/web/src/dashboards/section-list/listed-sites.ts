import { type Instant, id, type ZoneId } from '@atrium/domain/core';
import {
  type AskedQuery,
  familyOf,
  isActive,
  sectionEventOf,
  sectionsOf,
  toScoreQuery,
} from '@atrium/domain/dashboards';
import { airSamples, comfortMetrics } from '@atrium/domain/measurements';
import { calendarOfAnswer, type OpeningCalendar } from '@atrium/domain/sites';
import type { SectionName } from '../site-page/tabs.tsx';
import type { SectionSitesQuery } from './operations.generated.ts';

/** A site of the list of a section. */
export interface ListedSite {
  readonly id: number;
  readonly name: string;
  readonly city: string | null;
  readonly calendar: OpeningCalendar;
  /** The zones in no other; together they are the site. */
  readonly topZoneIds: readonly ZoneId[];
}

type Installation = SectionSitesQuery['allInstallations'][number];

/** The sites whose running events have something of the section, by name. */
export function listedSites(
  installations: readonly Installation[],
  section: SectionName,
  now: Instant,
  locale: string,
): readonly ListedSite[] {
  return installations
    .filter((site) => sectionsOf(site.events.map(sectionEventOf), now).has(section))
    .map(siteOf)
    .toSorted((left, right) => left.name.localeCompare(right.name, locale));
}

/** The metric a section's list shows, of all that the sites' running events have. */
export function leadMetric(installations: readonly Installation[], section: SectionName, now: Instant): string {
  if (section === 'counting') return 'affluenceIn';
  if (section === 'energy') return 'electricityConsumption';
  const running = installations.flatMap((site) =>
    site.events.map(sectionEventOf).filter((event) => isActive(event, now)),
  );
  const sampled = airSamples.find(({ id }) => running.some(({ metrics }) => metrics.includes(id)));
  return sampled?.id ?? airSamples[0].id;
}

/** Today of every site by its own clock: the figure, what is usual by now, and its course; of air while it is open. */
export function listQueries(metric: string, sites: readonly ListedSite[]): readonly AskedQuery[] {
  const zones = sites.flatMap(({ topZoneIds }) => topZoneIds);
  if (zones.length === 0) return [];
  const filters = { conditions: [{ criterion: 'ZONES', values: zones.map(String) }] };
  const byZone = { type: 'ZONE_ID' };
  const open = familyOf(metric) === 'atmosphere' ? ({ hours: { openingOnly: true } } as const) : {};
  return [
    { metric, filters, ...open, compare: 'USUAL', granularity: 900, groupBy: [byZone] },
    { metric, filters, groupBy: [byZone, { type: 'DATE', granularity: 1800 }] },
  ];
}

/** The scores that make the comfort of every site, today while it is open. */
export function comfortQueries(sites: readonly ListedSite[]): readonly AskedQuery[] {
  const zones = sites.flatMap(({ topZoneIds }) => topZoneIds);
  if (zones.length === 0) return [];
  return comfortMetrics.map((metric) => ({ ...toScoreQuery(metric, zones), groupBy: [{ type: 'ZONE_ID' }] }));
}

function siteOf(site: Installation): ListedSite {
  return {
    id: site.id,
    name: site.name,
    city: site.city,
    calendar: calendarOfAnswer(site),
    topZoneIds: site.zones
      .filter((zone) => zone.parentIds.length === 0 && !zone.isDisabled)
      .map((zone) => id<ZoneId>(zone.id)),
  };
}
