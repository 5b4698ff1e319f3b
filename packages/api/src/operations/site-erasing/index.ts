/** Erasure of a site from both stores and the files. */
export { type ErasingDependencies, eraseSite } from './erase-site.ts';
