export { loadPlaces, loadVersions, type StoredSites } from './store/load-state.store.ts';
