export {
  agreeOnIdentity,
  claimIdentity,
  refuseNewAnalytics,
  refuseNewRelational,
  type StoreIdentity,
} from './agree.ts';
export { describeServer, describeStores, type StoreNames } from './describe-stores.ts';
export { claimAnalytics } from './identity.store.ts';
