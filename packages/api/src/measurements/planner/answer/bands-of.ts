import { dateAt } from '@atrium/domain/core';
import { type Band, bandAt } from '@atrium/domain/measurements';
import type { Plan } from '../plan/plan-query.ts';

/** Returns the bands in force at an instant, by metric and device. */
export type BandsOf = (at: number) => (metric: string, device: number) => Band;

/** Creates a look-up of the organization's bands for the country of a device. */
export function bandsOf({ facts, sites, clocksDiffer }: Plan): BandsOf {
  const siteOf = new Map(sites.flatMap(({ topology }) => topology.devices.map(({ id }) => [id as number, topology])));
  return (at) => (metric, device) => {
    const site = siteOf.get(device);
    const date = dateAt(clocksDiffer ? 'UTC' : (site?.timezone ?? 'UTC'), at);
    return bandAt(facts.settings.bands, metric, site?.country ?? null, date);
  };
}
