import { type Config, getStoreRole } from './read-config.ts';

/** Returns settings that have no effect in combination with the others, so that the operator can be warned. */
export function findUnusedSettings(config: Config): readonly string[] {
  // With embedded stores there can be no other process to talk to.
  return config.natsUrl !== null && getStoreRole(config) === 'alone' ? ['NATS_URL'] : [];
}
