import { decodeFilters, type FilterState, listCurrentMetrics, type SiteTab, siteTabNames } from '@atrium/domain/pages';
import { buildContentFromView, type DashboardContent } from '@atrium/domain/pages/content';
import { listTopZones } from '@atrium/domain/sites';
import type { Translate } from '../../i18n/index.ts';
import type { Site } from '../site-page/site.ts';

/** A tab of a site's page with its filters, from which the user creates a page. */
export interface SiteView {
  readonly tab: SiteTab;
  readonly installationId: number;
  readonly filters: FilterState;
}

/** Parses the URL of the page list: `view` and `site` beside the filters. Null if either is missing or invalid. */
export function parseSeenView(search: Readonly<Record<string, unknown>>): SiteView | null {
  const tab = siteTabNames.find((each) => each === search.view);
  const installationId = Number(search.site);
  return tab === undefined || !Number.isInteger(installationId) || installationId < 1
    ? null
    : { tab, installationId, filters: decodeFilters(search) };
}

/** Builds a dashboard from a view of a site. */
export function buildContentFromSeen(
  view: SiteView,
  { topology, events }: Site,
  of: { readonly name: string; readonly isOwn: boolean; readonly now: number; readonly t: Translate },
): DashboardContent {
  const { name, isOwn, now, t } = of;
  const metrics = listCurrentMetrics(events, now);
  const topZoneIds = listTopZones(topology.zones).map(({ id }) => id);
  const shown = view.filters.zoneId === null ? topZoneIds : [view.filters.zoneId];
  const parts = topology.zones.filter(({ parentIds }) => parentIds.some((parent) => shown.includes(parent)));
  const partZoneIds = parts.map(({ id }) => id);
  const titles = {
    name,
    figures: t('drafts.view.figures'),
    course: t('drafts.view.course'),
    week: t('drafts.view.week'),
    parts: {
      ZONE_ID: t('drafts.view.zones'),
      PASSAGE: t('drafts.view.doors'),
      DEVICE: t('drafts.view.devices'),
    },
  };
  return buildContentFromView({ ...view, metrics, topZoneIds, partZoneIds }, titles, isOwn);
}

/** Builds a dashboard with one empty page, about its whole sites today. */
export function createContent(
  name: string,
  of: { readonly isOwn: boolean; readonly installationId: number | null; readonly sites: readonly Site[] },
): DashboardContent {
  const about = of.sites.filter(
    ({ topology }) => of.installationId === null || topology.installationId === of.installationId,
  );
  const zoneIds = about.flatMap(({ topology }) => listTopZones(topology.zones).map(({ id }) => id));
  return {
    name,
    icon: null,
    isOwn: of.isOwn,
    installationId: of.installationId,
    roleIds: null,
    pages: [
      {
        key: 'page-1',
        name,
        icon: null,
        widgets: [],
        filters: [
          { id: 1, order: 0, type: 'date', datePreset: 'today' },
          ...(zoneIds.length === 0 ? [] : [{ id: 2, order: 1, type: 'zone', zoneIds }]),
        ],
      },
    ],
  };
}
