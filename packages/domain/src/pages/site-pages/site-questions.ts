import type { Instant } from '../../core/index.ts';
import type { DatedBand, RawQuery } from '../../numbers/index.ts';
import { buildAirQueries, buildAirQuestion, resolveBands, toComfortQueries } from '../air/index.ts';
import { decodeFilters } from '../filters/filter-codec.ts';
import { type ResolvedFilters, resolveFilters } from '../filters/resolve.ts';
import { splitIntoDocuments } from '../queries/asked-query.ts';
import { buildCountingQuestions, type CountedSite } from '../queries/counting-queries.ts';
import { listSections, type SectionEvent } from '../site-sections.ts';
import { listTabQuestions, type SiteTab, siteTabs } from '../site-tabs.ts';
import { buildSectionQueries, listSectionQueries, listTabMetrics } from './tab-queries.ts';

/** Maximum number of requests sent for a tab before it is loaded. It sends further ones itself. */
export const maxSiteRequests = 6;

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
export function listSiteQuestions(
  tab: SiteTab,
  site: AskedSite,
  search: unknown,
  now: Instant,
): readonly (readonly RawQuery[])[] {
  const state = decodeFilters(search);
  if (state.categories.length > 0 || !listSections(site.events, now).has(siteTabs[tab].section)) return [];
  const filters = resolveFilters(state, { topology: site.topology, events: [], categories: [] }, now);
  if (filters === null || filters.counted.length === 0) return [];
  return asked(tab, site, filters, now).flatMap(splitIntoDocuments).slice(0, maxSiteRequests);
}

/** Returns the queries of each round of requests. */
function asked(
  tab: SiteTab,
  site: AskedSite,
  filters: ResolvedFilters,
  now: Instant,
): readonly (readonly RawQuery[])[] {
  if (tab === 'counting') return [Object.values(buildCountingQuestions(site, filters, listTabQuestions(tab)).asked)];
  const metrics = listTabMetrics(tab, site.events, now);
  const section = listSectionQueries(buildSectionQueries(tab, site, filters, metrics));
  const questions = listTabQuestions(tab);
  if (!questions.has('scores')) return [section];
  const air = buildAirQuestion(
    site,
    filters,
    metrics,
    siteTabs[tab].numbers.partsBy === 'DEVICE' ? 'DEVICE' : 'ZONE_ID',
  );
  if (!questions.has('extremes')) return [[...toComfortQueries(air).values(), ...section]];
  // The page loads the limits after its first queries.
  const bandOf = resolveBands(site.bands, site.country, filters);
  return [section, buildAirQueries(air, bandOf).list];
}
