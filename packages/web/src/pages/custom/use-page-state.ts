import { useQuery } from '@apollo/client/react';
import { id, type TagCategoryId, type TagId } from '@atrium/domain/core';
import { resolveFilters } from '@atrium/domain/pages';
import {
  buildPageFilters,
  findPageSite,
  getPageOffers,
  isLivePage,
  type PageOffers,
  resolvePageState,
} from '@atrium/domain/pages/content';
import type { PageFilters } from '@atrium/domain/pages/widgets';
import { selfOrDescendants, type Zone } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import type { FilterOffers, ZoneOffer } from '../filters/bar-props.ts';
import { useFilters } from '../filters/use-filters.ts';
import { type Category, isInternalCategory, type Site } from '../site-page/site.ts';
import { PageTagCategoriesDocument } from './operations.generated.ts';
import type { CustomPageDefinition } from './use-custom-page.ts';

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
  const { order, engagement } = offers;
  const bar: FilterOffers = { order, zones, categories, engagement, events: false, isLive };
  return { now, asked, change, reset, offers, topologies, isLive, site, resolved, zones, categories, filters, bar };
}

/** Returns the zones of all its sites that a page offers; null if it offers none. The whole page has the id 0. */
function usePageZones(
  zoneIds: PageOffers['zoneIds'],
  sites: readonly Site[],
  chosenId: number | null,
): ZoneOffer | null {
  const { t } = useText();
  return useMemo(() => {
    if (zoneIds === null) return null;
    const all = sites.flatMap(({ topology }) => {
      const inside = zoneIds.length === 0 ? null : selfOrDescendants(topology.zones, zoneIds);
      return topology.zones
        .filter((zone) => inside === null || inside.has(zone.id))
        .map((zone) => ({
          ...zone,
          name: zone.parentIds.length === 0 && sites.length > 1 ? topology.name : zone.name,
        }));
    });
    const known = new Set(all.map(({ id }) => id));
    const zones = all.map((zone) => ({ ...zone, parentIds: zone.parentIds.filter((parent) => known.has(parent)) }));
    const [first] = zones;
    if (!first) return null;
    const name = t('widgets.choose.allZones');
    const whole = { ...first, id: 0 as Zone['id'], name, parentIds: [], order: -1 };
    return { whole, zones: [whole, ...zones], chosen: zones.find(({ id }) => id === chosenId) ?? whole };
  }, [zoneIds, sites, chosenId, t]);
}

/** Returns the categories that a page offers, with the tags its zones carry. Empty while loading. */
function usePageCategories({ categoryIds }: PageOffers, sites: readonly Site[]): readonly Category[] {
  const { organization } = useViewer();
  const { data } = useQuery(PageTagCategoriesDocument, {
    variables: { organizationId: organization.id },
    skip: categoryIds?.length === 0,
    fetchPolicy: 'cache-first',
  });
  return useMemo(() => {
    const used = new Set<number>(sites.flatMap(({ topology }) => topology.zones.flatMap(({ tagIds }) => tagIds)));
    return (data?.tagCategoriesByOrganizationId ?? [])
      .filter((category) => categoryIds?.includes(category.id) ?? !isInternalCategory(category.name))
      .map((category) => ({
        id: id<TagCategoryId>(category.id),
        name: category.name,
        tags: category.tags.filter((tag) => used.has(tag.id)).map((tag) => ({ id: id<TagId>(tag.id), name: tag.name })),
      }))
      .filter(({ tags }) => tags.length > 0);
  }, [data, categoryIds, sites]);
}

/**
 * Returns the descriptors that any site of the page reports: the sites of its zones, else its own site, else all sites.
 */
export function listPageDescriptors(
  { zoneIds }: PageOffers,
  own: number | null,
  sites: readonly Site[],
): readonly string[] {
  const isOfPage = ({ topology }: Site) =>
    zoneIds === null
      ? own === null || topology.installationId === own
      : topology.zones.some(({ id }) => zoneIds.includes(id));
  return [...new Set(sites.filter(isOfPage).flatMap(({ told }) => told))];
}
