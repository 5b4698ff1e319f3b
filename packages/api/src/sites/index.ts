export { type LimitOfEvent, writeEventLimit } from './event-limits.store.ts';
export { countSizes } from './organization-sizes.ts';
export { removedSitesStore } from './removed-sites.store.ts';
export { createSiteDirectory, type SiteDirectory, type SiteSnapshots } from './site-directory.ts';
export {
  buildSnapshot,
  type Site,
  type SiteEvent,
  type SiteSnapshot,
  type SiteTag,
  type SiteTagCategory,
} from './site-snapshot.ts';
export type { SiteTypes } from './site-types.graphql.ts';
export {
  type DeviceView,
  type EventView,
  findEnds,
  listDeviceViews,
  listEventViews,
  listOuterPads,
  listOverviewSites,
  listPageTopologies,
  listPassageViews,
  listTopZoneViews,
  listZoneViews,
  type PassageView,
  toShownSite,
  type ZoneView,
} from './site-views.ts';
export { createSiteOperationsModule } from './sites.graphql.ts';
