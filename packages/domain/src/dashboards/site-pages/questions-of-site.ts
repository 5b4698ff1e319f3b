import type { Family } from '../../access/index.ts';
import type { Instant } from '../../core/index.ts';
import type { DatedBand, RawQuery } from '../../measurements/index.ts';
import { airQueries, airQuestion, bandsShown, toComfortQueries } from '../air/index.ts';
import { decodeFilters, type ResolvedFilters, resolveFilters } from '../filters/index.ts';
import { type CountedSite, countingQuestions } from '../queries/counting-page.ts';
import { inDocuments } from '../queries/questions-at-once.ts';
import { type SectionEvent, sectionsOf } from '../site-sections.ts';
import { listSection, metricsOfTab, type SectionTab, sectionQueries } from './section-tabs.ts';

/** The section of each tab of a site's page. */
const sectionOfTab = {
  counting: 'counting',
  flow: 'counting',
  sensors: 'counting',
  atmosphere: 'atmosphere',
  rooms: 'atmosphere',
  energy: 'energy',
  uses: 'energy',
} as const satisfies Readonly<Record<SectionTab | 'counting', Family>>;

export type SiteTab = keyof typeof sectionOfTab;
export const siteTabs = Object.keys(sectionOfTab) as readonly SiteTab[];

/** Maximum number of requests sent for a tab before it is loaded. It sends further ones itself. */
export const mostRequestsOfSite = 6;

/** A site as its pages know it. */
export interface AskedSite extends CountedSite {
  readonly country: string | null;
  readonly events: readonly SectionEvent[];
  /** The organization's own limits of good air. */
  readonly bands: readonly DatedBand[];
}

/**
 * Returns the queries that a tab of a site's page sends when its URL opens, by request. Empty if there is no such page,
 * or if the URL has tags: only the page knows which zones carry them.
 */
export function questionsOfSite(
  tab: SiteTab,
  site: AskedSite,
  search: unknown,
  now: Instant,
): readonly (readonly RawQuery[])[] {
  const state = decodeFilters(search);
  if (state.categories.length > 0 || !sectionsOf(site.events, now).has(sectionOfTab[tab])) return [];
  const filters = resolveFilters(state, { topology: site.topology, events: [], categories: [] }, now);
  if (filters === null || filters.counted.length === 0) return [];
  return asked(tab, site, filters, now).flatMap(inDocuments).slice(0, mostRequestsOfSite);
}

/** Returns the queries of each round of requests. */
function asked(
  tab: SiteTab,
  site: AskedSite,
  filters: ResolvedFilters,
  now: Instant,
): readonly (readonly RawQuery[])[] {
  if (tab === 'counting') return [Object.values(countingQuestions(site, filters).asked)];
  const metrics = metricsOfTab(tab, site.events, now);
  const section = listSection(sectionQueries(tab, site, filters, metrics));
  if (tab === 'rooms')
    return [[...toComfortQueries(airQuestion(site, filters, metrics, 'DEVICE')).values(), ...section]];
  if (tab !== 'atmosphere') return [section];
  // The page loads the limits after its first queries.
  const bandOf = bandsShown(site.bands, site.country, filters);
  return [section, airQueries(airQuestion(site, filters, metrics, 'ZONE_ID'), bandOf).list];
}
