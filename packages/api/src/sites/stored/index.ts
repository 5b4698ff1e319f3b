/** Places as they are stored: flat records by key, read anew from the store. */
export type { Ids } from './ids.ts';
export { loadPlaces, loadPlacesInto, loadVersions } from './load-places.store.ts';
export { Loader, noSites, type StoredSites } from './loader.ts';
export * from './site-state.ts';
