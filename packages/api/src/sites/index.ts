export { sizesOf } from './directory/organization-sizes.ts';
export { createSiteDirectory, type SiteDirectory, type SiteSnapshots } from './directory/site-directory.ts';
export type { Site, SiteEvent, SiteSnapshot, SiteTag, SiteTagCategory } from './directory/site-snapshot.ts';
export type { SiteTypes } from './graphql/types.graphql.ts';
export type { DeviceView, EventView, PassageView, ZoneView } from './graphql/views.ts';
export {
  type ApplyOptions,
  applySiteFile,
  type Provisioning,
  type SiteFileOutcome,
} from './provisioning/apply-site-file.ts';
export type { Change } from './provisioning/compare-states.ts';
export { describeChange, summarizeChanges } from './provisioning/describe-change.ts';
export { exportSiteFile } from './provisioning/export-site-file.ts';
export type { Problem } from './site-file/reading.ts';
export { registerSites, registerSitesOnHub, type SitesGraphqlDependencies } from './sites.graphql.ts';
