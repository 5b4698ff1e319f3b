import type { Family } from '../../access/index.ts';
import type { Instant } from '../../core/index.ts';
import type { DatedBand, RawQuery } from '../../measurements/index.ts';
import { airQueries, airQuestion, bandsShown, toComfortQueries } from '../air/index.ts';
import { decodeFilters, type ResolvedFilters, resolveFilters } from '../filters/index.ts';
import { type CountedSite, countingQuestions } from '../queries/counting-page.ts';
import { inDocuments } from '../queries/questions-at-once.ts';
import { type SectionEvent, sectionsOf } from '../site-sections.ts';
import { listSection, metricsOfTab, type SectionTab, sectionQueries } from './section-tabs.ts';

/** The tabs of a site's page, and the section that each belongs to. */
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

/** Requests that a tab asks at most before it is there; what is beyond them it asks by itself. */
export const mostRequestsOfSite = 6;

/** A site as its pages know it. */
export interface AskedSite extends CountedSite {
  readonly country: string | null;
  readonly events: readonly SectionEvent[];
  /** The limits of good air that its organization set. */
  readonly bands: readonly DatedBand[];
}

/**
 * What a tab of a site's page asks when an address opens it, request by request; nothing where there is no such page. An
 * address that chooses tags says nothing here: which of them zones carry is known to the page.
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

/** The questions of each turn in which the page asks any. */
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
  // The limits come after the page has begun to ask.
  const bandOf = bandsShown(site.bands, site.country, filters);
  return [section, airQueries(airQuestion(site, filters, metrics, 'ZONE_ID'), bandOf).list];
}
