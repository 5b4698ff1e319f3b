export {
  everythingSent,
  getMessageDelivery,
  isOutboxShown,
  type MessageDelivery,
} from './delivery.ts';
export { describeSettings } from './describe-settings.ts';
export { findUnusedSettings } from './find-unused-settings.ts';
export {
  type BackupConfig,
  type Config,
  getProductUrl,
  getStoreRole,
  type ProviderConfig,
  readConfig,
} from './read-config.ts';
export { toUrlHost } from './url-host.ts';
