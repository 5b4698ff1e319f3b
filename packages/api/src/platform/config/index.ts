export {
  everythingSent,
  type MessageDelivery,
  messageDelivery,
  showsOutbox,
} from './delivery.ts';
export { type BackupConfig, type Config, type ProviderConfig, productUrl, readConfig, useOf } from './read-config.ts';
export { settingsInEffect } from './settings-in-effect.ts';
export { urlHost } from './url-host.ts';
export { settingsWithoutEffect } from './without-effect.ts';
