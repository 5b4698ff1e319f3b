import type { Instant } from '../../core/index.ts';
import type { RawQuery } from '../../numbers/index.ts';
import { listTopZones, type Topology } from '../../sites/index.ts';
import type { WidgetGlobalFilter } from '../definitions/index.ts';
import { decodeFilters } from '../filters/filter-codec.ts';
import { defaultTimespan } from '../filters/timespan.ts';
import { noChoice, parseInPageOrder, parseStored, planOnPage } from '../widgets/index.ts';
import {
  buildPageFilters,
  findPageSite,
  getPageOffers,
  isLivePage,
  isZoneFilterLost,
  resolvePageState,
} from './page-filters.ts';

/** The parts of a stored page that determine its queries. */
export interface QueriedPage {
  /** Stored JSON, not validated. */
  readonly widgets: readonly unknown[];
  readonly filters: readonly WidgetGlobalFilter[];
  /** The dashboard's site; null for several. */
  readonly installationId: number | null;
}

/**
 * Returns the queries that a page sends when its URL opens, deduplicated and in order. Empty if the user has no access.
 * `sites` are those the user's pages know.
 */
export function listPageQuestions(
  page: QueriedPage,
  search: unknown,
  sites: readonly Topology[],
  now: Instant,
): readonly RawQuery[] {
  const offers = getPageOffers(page.filters);
  const state = resolvePageState(decodeFilters(search), offers, sites, isLivePage(page.widgets));
  const site = findPageSite(page.installationId, sites, state.zoneId ?? offers.zoneIds?.[0] ?? null);
  if (site === null || listTopZones(site.zones).length === 0 || isZoneFilterLost(offers, sites)) return [];
  const timespan = state.timespan ?? defaultTimespan(site, now);
  const filters = buildPageFilters(state, offers, { timespan, site, sites, now });
  const asked = parseInPageOrder(page.widgets, parseStored).flatMap(({ read }) => {
    if (read.kind !== 'widget') return [];
    const { plan } = planOnPage(read.widget, { sites, filters, now, choice: noChoice });
    return plan.kind === 'shown' ? plan.queries : [];
  });
  return [...new Map(asked.map(({ query }) => [JSON.stringify(query), query])).values()];
}
