export { loadPlaces, loadVersions, type StoredSites } from './load-state.store.ts';
