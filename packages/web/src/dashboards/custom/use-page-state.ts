import { resolveFilters } from '@atrium/domain/dashboards';
import {
  buildPageFilters,
  findPageSite,
  getPageOffers,
  isLivePage,
  resolvePageState,
} from '@atrium/domain/dashboards/pages';
import type { PageFilters } from '@atrium/domain/dashboards/widgets';
import { useMemo } from 'react';
import { useNow } from '../../live/index.ts';
import { useFilters } from '../filters/choice/use-filters.ts';
import type { Site } from '../site/site.ts';
import { usePageZones } from './page-zones.tsx';
import type { CustomPageDefinition } from './use-custom-page.ts';
import { usePageCategories } from './use-page-categories.ts';

/** Returns the page's state: the filters in the URL, limited to those it offers, and the site they refer to. */
export function usePageState(
  page: Pick<CustomPageDefinition, 'filters' | 'widgets' | 'installationId'>,
  sites: readonly Site[],
) {
  const now = useNow(20_000);
  const { state: asked, change, reset } = useFilters();
  const offers = useMemo(() => getPageOffers(page.filters), [page.filters]);
  const topologies = useMemo(() => sites.map(({ topology }) => topology), [sites]);
  const isLive = isLivePage(page.widgets);
  const state = useMemo(() => resolvePageState(asked, offers, topologies, isLive), [asked, offers, topologies, isLive]);
  const topology = findPageSite(page.installationId, topologies, state.zoneId ?? offers.zoneIds?.[0] ?? null);
  const site = sites.find((each) => each.topology === topology) ?? null;
  const resolved = useMemo(() => (site ? resolveFilters(state, site, now) : null), [state, site, now]);
  const zones = usePageZones(offers.zoneIds, sites, state.zoneId);
  const categories = usePageCategories(offers, sites);
  const filters = useMemo(
    (): PageFilters | null =>
      site && resolved
        ? buildPageFilters(state, offers, { timespan: resolved.timespan, site: site.topology, sites: topologies, now })
        : null,
    [state, offers, site, resolved, topologies, now],
  );
  return { now, asked, change, reset, offers, topologies, isLive, site, resolved, zones, categories, filters };
}
