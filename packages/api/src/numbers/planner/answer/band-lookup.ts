import { instantToDate } from '@atrium/domain/core';
import { type Band, findBand } from '@atrium/domain/numbers';
import type { Plan } from '../plan/plan-query.ts';

/** Returns the bands in force at an instant, by metric and device. */
export type BandLookup = (at: number) => (metric: string, device: number) => Band;

/** Creates a look-up of the organization's bands for the country of a device. */
export function createBandLookup({ facts, sites, clocksDiffer }: Plan): BandLookup {
  const siteOf = new Map(sites.flatMap(({ topology }) => topology.devices.map(({ id }) => [id as number, topology])));
  return (at) => (metric, device) => {
    const site = siteOf.get(device);
    const date = instantToDate(clocksDiffer ? 'UTC' : (site?.timezone ?? 'UTC'), at);
    return findBand(facts.settings.bands, metric, site?.country ?? null, date);
  };
}
