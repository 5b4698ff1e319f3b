export { type SharedSites, shareSites } from './share-sites.ts';
