/** Stored sites as flat records by key, loaded from the database and written to it. */

export { loadPlaces, loadPlacesInto, loadVersions } from './load-places.store.ts';
export type { Ids } from './loader.ts';
export { Loader, noSites, type StoredSites } from './loader.ts';
export * from './site-state.ts';
export { incrementVersions, placeWriters } from './write-places.store.ts';
export { getId, type RecordChange, toDate, type Writer, type Writing } from './writing.store.ts';
