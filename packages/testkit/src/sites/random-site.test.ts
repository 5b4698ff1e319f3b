import { startOfSiteDay } from '@atrium/domain/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '../chance/index.ts';
import { places, randomSite, randomStream } from './index.ts';

const drawn = fc.record({
  seed: fc.integer(),
  organization: fc.integer({ min: 1 }),
  place: fc.constantFrom(...places),
});

test('a random site is consistent, and its readings are of its own devices', () => {
  fc.assert(
    fc.property(drawn, ({ seed, organization, place }) => {
      const random = new Random(seed);
      const site = randomSite(random, organization, place);
      const ids = new Set<number | null>([null, ...site.zones.map(({ id }) => id)]);
      const passages = new Set<number>(site.passages.map(({ id }) => id));
      for (const { ends } of site.passages)
        for (const { fromZoneId, toZoneId } of ends) expect(ids.has(fromZoneId) && ids.has(toZoneId)).toBe(true);
      for (const { placements } of site.devices)
        for (const { at } of placements)
          expect('zoneId' in at ? ids.has(at.zoneId) : passages.has(at.passageId)).toBe(true);

      const from = startOfSiteDay(site, place[1]);
      const installed = new Map<number, number>(site.devices.map(({ id, installedAt }) => [id, installedAt]));
      for (const { device, at } of randomStream(random, site, from, from + 7_200_000))
        expect(at).toBeGreaterThanOrEqual(installed.get(device) ?? Number.POSITIVE_INFINITY);
    }),
    { numRuns: 30 },
  );
});
