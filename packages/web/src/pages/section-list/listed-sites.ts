import { type Instant, id, toDaySpan, toSiteDay, type ZoneId } from '@atrium/domain/core';
import { airSamples, comfortMetrics } from '@atrium/domain/numbers';
import { type AskedQuery, getFamily, isActive, listSections, toScoreQuery, toSectionEvent } from '@atrium/domain/pages';
import { listOutline, type OpeningCalendar, toCalendar } from '@atrium/domain/sites';
import type { Translate } from '../../i18n/index.ts';
import type { FigureOfSites } from '../explain/ask-sites.ts';
import type { SectionName } from '../site-page/tabs.tsx';
import type { SectionSitesQuery } from './operations.generated.ts';

/** A site in a section's list. */
export interface ListedSite {
  readonly id: number;
  readonly name: string;
  readonly city: string | null;
  readonly calendar: OpeningCalendar;
  /** The zones whose union is the site. */
  readonly topZoneIds: readonly ZoneId[];
}

type Installation = SectionSitesQuery['allInstallations'][number];

/** Returns the sites whose running events have metrics of the section, sorted by name. */
export function filterListedSites(
  installations: readonly Installation[],
  section: SectionName,
  now: Instant,
  locale: string,
): readonly ListedSite[] {
  return installations
    .filter((site) => listSections(site.events.map(toSectionEvent), now).has(section))
    .map(siteOf)
    .toSorted((left, right) => left.name.localeCompare(right.name, locale));
}

/** Returns the metric that a section's list shows, of those in the sites' running events. */
export function getLeadMetric(installations: readonly Installation[], section: SectionName, now: Instant): string {
  if (section === 'counting') return 'affluenceIn';
  if (section === 'energy') return 'electricityConsumption';
  const running = installations.flatMap((site) =>
    site.events.map(toSectionEvent).filter((event) => isActive(event, now)),
  );
  const sampled = airSamples.find(({ id }) => running.some(({ metrics }) => metrics.includes(id)));
  return sampled?.id ?? airSamples[0].id;
}

/**
 * Builds the queries for today in each site's local time: the figure, the usual value by now and the time series. Air
 * counts in opening hours only.
 */
export function buildListQueries(metric: string, sites: readonly ListedSite[]): readonly AskedQuery[] {
  const zones = sites.flatMap(({ topZoneIds }) => topZoneIds);
  if (zones.length === 0) return [];
  const filters = { conditions: [{ criterion: 'ZONES', values: zones.map(String) }] };
  const bySite = { type: 'INSTALLATION' };
  const open = getFamily(metric) === 'atmosphere' ? ({ hours: { openingOnly: true } } as const) : {};
  return [
    { metric, filters, ...open, compare: 'EXPECTED', granularity: 900, groupBy: [bySite] },
    { metric, filters, groupBy: [bySite, { type: 'DATE', granularity: 1800 }] },
  ];
}

/** Builds the queries for the comfort scores of every site, for today's opening hours. */
export function buildComfortQueries(sites: readonly ListedSite[]): readonly AskedQuery[] {
  const zones = sites.flatMap(({ topZoneIds }) => topZoneIds);
  if (zones.length === 0) return [];
  return comfortMetrics.map((metric) => ({ ...toScoreQuery(metric, zones), groupBy: [{ type: 'ZONE_ID' }] }));
}

/** Returns a site's figure by its key: `12` is the metric of site 12, `comfort/12` its comfort. Null if there is none. */
export function findListedFigure(
  key: string,
  { metric, sites, now }: { readonly metric: string; readonly sites: readonly ListedSite[]; readonly now: Instant },
  t: Translate,
): FigureOfSites | null {
  const [, isComfort, id] = /^(comfort\/)?(\d+)$/.exec(key) ?? [];
  const chosen = sites.filter((site) => String(site.id) === id);
  const [site] = chosen;
  const [query] = buildListQueries(metric, chosen);
  if (site === undefined || query === undefined) return null;
  const figure = { sites: chosen, day: toDaySpan(site.calendar, toSiteDay(site.calendar, now)) };
  if (isComfort)
    return { ...figure, query: toScoreQuery('comfort', site.topZoneIds), zones: 'worst', title: t('section.comfort') };
  return { ...figure, query, zones: 'union' };
}

function siteOf(site: Installation): ListedSite {
  return {
    id: site.id,
    name: site.name,
    city: site.city,
    calendar: toCalendar(site),
    topZoneIds: listOutline(site.zones).map((zone) => id<ZoneId>(zone.id)),
  };
}
