import { dateAt } from '@atrium/domain/core';
import { type Band, bandAt } from '@atrium/domain/measurements';
import type { Plan } from '../plan/plan-query.ts';

/** The bands in force at a moment, for a sample and the device that took it. */
export type BandsOf = (at: number) => (metric: string, device: number) => Band;

/** Bands as the organization set them for the country in which a device stands. */
export function bandsOf({ facts, sites, clocksDiffer }: Plan): BandsOf {
  const siteOf = new Map(sites.flatMap(({ topology }) => topology.devices.map(({ id }) => [id as number, topology])));
  return (at) => (metric, device) => {
    const site = siteOf.get(device);
    const date = dateAt(clocksDiffer ? 'UTC' : (site?.timezone ?? 'UTC'), at);
    return bandAt(facts.settings.bands, metric, site?.country ?? null, date);
  };
}
