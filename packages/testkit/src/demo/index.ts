export { demoSites, rivalSites } from './lumen-sites.ts';
