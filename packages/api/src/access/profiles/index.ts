export { profilesStore } from './profiles.store.ts';
