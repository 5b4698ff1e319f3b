import { type Config, useOf } from './read-config.ts';

/** Settings that this version serves nothing with beside the others: whoever set one is told, rather than left to wonder. */
export function settingsWithoutEffect(config: Config): readonly string[] {
  // With embedded stores there can be no other process to tell anything.
  return config.natsUrl !== null && useOf(config) === 'alone' ? ['NATS_URL'] : [];
}
