export { createSharedSites, type SharedSites } from './share-sites.ts';
