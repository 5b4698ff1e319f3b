export {
  agreeOnIdentity,
  claimIdentity,
  refuseNewAnalytics,
  refuseNewRelational,
  type StoreIdentity,
} from './agree.ts';
export { claimAnalytics } from './identity.store.ts';
export { placesOf, type StorePlaces, serverPlace } from './in-words.ts';
