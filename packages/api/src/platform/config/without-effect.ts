import { type Config, useOf } from './read-config.ts';

/** Returns settings that have no effect in combination with the others, so that the operator can be warned. */
export function settingsWithoutEffect(config: Config): readonly string[] {
  // With embedded stores there can be no other process to talk to.
  return config.natsUrl !== null && useOf(config) === 'alone' ? ['NATS_URL'] : [];
}
