/** Stored sites as flat records by key, loaded from the database. */
export type { Ids } from './ids.ts';
export { loadPlaces, loadPlacesInto, loadVersions } from './load-places.store.ts';
export { Loader, noSites, type StoredSites } from './loader.ts';
export * from './site-state.ts';
