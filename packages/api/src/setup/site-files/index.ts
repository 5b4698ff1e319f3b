/**
 * Site files: an organization's sites, people and pages as one text file, parsed, compared with the stored state, and
 * applied.
 */
export {
  type ApplyOptions,
  applySiteFile,
  exportSiteFile,
  type Provisioning,
  type SiteFileOutcome,
} from './apply-and-export.ts';
export { describeChange, summarizeChanges } from './describe-change.ts';
export { editSite } from './editing/edit-site.ts';
export { maxSiteFileLength } from './format/read-site-file.ts';
export { createSiteFilesModule } from './site-file.graphql.ts';
