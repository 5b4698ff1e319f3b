import type { Topology } from '@atrium/domain/sites';
import { aDoor, aPad, aPassage, aSite, aZone } from './topologies.ts';

/** Builds a shop with one street door (pad 21) and a passer-by counter (pad 22). */
export const aShop = (organization: number, overrides: Partial<Topology> = {}) =>
  aSite(organization, {
    timezone: 'UTC',
    zones: [aZone(1, { limit: 20 })],
    passages: [aDoor(11, null, 1), aPassage(12, [], { footfallOf: 1 as never })],
    devices: [aPad(21, 11), aPad(22, 12)],
    ...overrides,
  });
