export { countSizes } from './directory/organization-sizes.ts';
export { createSiteDirectory, type SiteDirectory, type SiteSnapshots } from './directory/site-directory.ts';
export {
  buildSnapshot,
  type Site,
  type SiteEvent,
  type SiteSnapshot,
  type SiteTag,
  type SiteTagCategory,
} from './directory/site-snapshot.ts';
export { type LimitOfEvent, writeEventLimit } from './event-limits.store.ts';
export type { SiteTypes } from './graphql/types.graphql.ts';
export {
  type DeviceView,
  type EventView,
  listOverviewSites,
  listPageTopologies,
  type PassageView,
  type SiteReads,
  toShownSite,
  type ZoneView,
} from './graphql/views.ts';
export { removedSitesStore } from './removed-sites.store.ts';
export { registerSites, registerSitesOnHub } from './sites.graphql.ts';
