export { type Config, type ProviderConfig, readConfig } from './read-config.ts';
export { settingsWithoutEffect } from './without-effect.ts';
