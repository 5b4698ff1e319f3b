import { aDevice, aPassage, aSite, atPassage, atZone, aZone, aZoneWithin, ends } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PassageId, ZoneId } from '../core/index.ts';
import { findBoundary, findFootfallSources, findPassageSources, findZoneDevices } from './flow-rule.ts';
import type { Topology, Zone } from './topology.ts';
import { isValidAt } from './topology.ts';

/** Applies the rule's definition zone by zone, sharing no code with the implementation. */
function holders(zones: readonly Zone[], place: number | null): Set<number> {
  if (place === null) return new Set();
  const zone = zones.find((one) => one.id === place);
  return new Set([place, ...(zone?.parentIds ?? []).flatMap((parent) => [...holders(zones, parent)])]);
}

/** The latest instant of the generated histories. */
const end = 40;
const instant = fc.integer({ min: 0, max: end });

/** Splits all of time into periods at the given instants. */
function periods(cuts: readonly number[]): [number | null, number | null][] {
  const sorted = [...new Set(cuts)].sort((left, right) => left - right);
  return [null, ...sorted].map((from, index) => [from, sorted[index] ?? null]);
}

const anySite = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([zoneCount, passageCount, deviceCount]) => {
    // Parents come before their zones, so there is no cycle.
    const zones = fc.tuple(
      ...Array.from({ length: zoneCount }, (_, index) =>
        fc
          .subarray(
            Array.from({ length: index }, (_, parent) => parent + 1),
            { maxLength: Math.min(3, index) },
          )
          .map((parents) => aZoneWithin(index + 1, parents)),
      ),
    );
    const place = fc.option(fc.integer({ min: 1, max: zoneCount }), { freq: 3 });
    const passages = fc.tuple(
      ...Array.from({ length: passageCount }, (_, index) =>
        fc
          .tuple(fc.array(instant, { maxLength: 2 }), fc.array(fc.tuple(place, place), { minLength: 3, maxLength: 3 }))
          .map(([cuts, sides]) =>
            aPassage(
              index + 1,
              periods(cuts).map(([from, to], period) =>
                ends(sides[period]?.[0] ?? null, sides[period]?.[1] ?? null, from, to),
              ),
            ),
          ),
      ),
    );
    const spot = fc.integer({ min: 1, max: passageCount });
    const devices = fc.tuple(
      ...Array.from({ length: deviceCount }, (_, index) =>
        fc
          .tuple(fc.array(instant, { maxLength: 2 }), fc.array(spot, { minLength: 3, maxLength: 3 }))
          .map(([cuts, spots]) =>
            aDevice(
              index + 1,
              periods(cuts).map(([from, to], period) => atPassage(spots[period] ?? 1, from, to)),
            ),
          ),
      ),
    );
    return fc.record({ zones, passages, devices }).map((parts): Topology => aSite(1, parts));
  });

/**
 * Returns +1 if a crossing at the device's passage enters the union of the zones at an instant, −1 if it leaves, else
 * 0.
 */
function byDefinition(
  site: Topology,
  device: Topology['devices'][number],
  asked: readonly number[],
  at: number,
): number {
  const placement = device.placements.find((one) => isValidAt(one, at));
  const passageId = placement !== undefined && 'passageId' in placement.at ? placement.at.passageId : null;
  const ends = site.passages.find((one) => one.id === passageId)?.ends.find((one) => isValidAt(one, at));
  if (ends === undefined) return 0;
  const inUnion = (place: number | null) => asked.some((zone) => holders(site.zones, place).has(zone));
  return Number(inUnion(ends.toZoneId)) - Number(inUnion(ends.fromZoneId));
}

test('P04: at any instant a device counts for a union of zones exactly what set membership says', () => {
  fc.assert(
    fc.property(anySite, fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }), (site, numbers) => {
      const asked = numbers.filter((number) => number <= site.zones.length) as ZoneId[];
      const sources = findBoundary(site, asked);
      for (const device of site.devices) {
        for (let at = -1; at <= end + 1; at++) {
          const active = sources.filter((source) => source.deviceId === device.id && isValidAt(source.validity, at));
          expect(active.length).toBeLessThanOrEqual(1);
          const counted = active[0] === undefined ? 0 : active[0].entryMetric === 'affluenceIn' ? 1 : -1;
          expect(counted).toBe(byDefinition(site, device, asked, at));
          expect(active[0]?.entryMetric).not.toBe(active[0]?.exitMetric ?? null);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('P04: people who walk about are inside as often as entries less exits say', () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(anySite, steps, fc.integer({ min: 1, max: 8 }), (site, walk, zone) => {
      const area = [Math.min(zone, site.zones.length)] as ZoneId[];
      const devices = site.passages.map((passage) => aDevice(passage.id, [atPassage(passage.id)]));
      const sources = findBoundary({ ...site, devices }, area);
      const isInside = (place: number | null) => holders(site.zones, place).has(area[0] as number);
      let place: number | null = null;
      let inside = 0;
      for (const [pick, along] of walk) {
        // At the beginning of time, people only use doors that begin where they are.
        const doors = site.passages.flatMap((passage) => {
          const ends = passage.ends[0];
          const [from, to] = along ? [ends?.fromZoneId, ends?.toZoneId] : [ends?.toZoneId, ends?.fromZoneId];
          return from === place && to !== undefined ? [{ id: passage.id, to }] : [];
        });
        const door = doors[pick % Math.max(1, doors.length)];
        if (door === undefined) continue;
        const source = sources.find((one) => one.passageId === door.id && isValidAt(one.validity, -1));
        const metric = along ? 'affluenceIn' : 'affluenceOut';
        inside += source === undefined ? 0 : source.entryMetric === metric ? 1 : -1;
        place = door.to;
        expect(inside).toBe(Number(isInside(place)));
      }
    }),
    { numRuns: 500 },
  );
});

test('an inner door changes a sub-zone, never the zone around it', () => {
  const site = aSite(1, {
    zones: [aZone(1), aZoneWithin(2, [1]), aZoneWithin(3, [1])],
    passages: [aPassage(1, [ends(null, 1)]), aPassage(2, [ends(2, 3)]), aPassage(3, [ends(1, 2)])],
    devices: [1, 2, 3].map((number) => aDevice(number, [atPassage(number)])),
  });
  const counts = (...zones: number[]) =>
    findBoundary(site, zones as ZoneId[]).map((source) => [source.passageId, source.entryMetric]);
  expect(counts(1)).toEqual([[1, 'affluenceIn']]);
  expect(counts(2)).toEqual([
    [2, 'affluenceOut'],
    [3, 'affluenceIn'],
  ]);
  expect(counts(2, 3)).toEqual([[3, 'affluenceIn']]);
  expect(counts(1, 2, 3)).toEqual(counts(1));
});

test('a device that moves and a door that is turned around count in their own periods', () => {
  const site = aSite(1, {
    zones: [aZone(1)],
    passages: [aPassage(1, [ends(null, 1, null, 10), ends(1, null, 10, null)])],
    devices: [aDevice(1, [atPassage(1, 5, 20)])],
  });
  expect(findBoundary(site, [1 as ZoneId])).toEqual([
    {
      deviceId: 1,
      passageId: 1,
      validity: { validFrom: 5, validTo: 10 },
      entryMetric: 'affluenceIn',
      exitMetric: 'affluenceOut',
    },
    {
      deviceId: 1,
      passageId: 1,
      validity: { validFrom: 10, validTo: 20 },
      entryMetric: 'affluenceOut',
      exitMetric: 'affluenceIn',
    },
  ]);
});

test('sources of passers-by, passages and zones are found by placement', () => {
  const site = aSite(1, {
    zones: [aZone(1), aZoneWithin(2, [1])],
    passages: [
      aPassage(1, [ends(null, 1)]),
      aPassage(2, [], { footfallOf: 1 as ZoneId }),
      aPassage(3, [], { footfallOf: 2 as ZoneId }),
    ],
    devices: [
      aDevice(1, [atPassage(1, null, 9), atPassage(2, 9, null)]),
      aDevice(2, [atZone(2)], { kind: 'atmosphere' }),
      aDevice(3, [atZone(1, 3, null)], { kind: 'meter' }),
      aDevice(4, [atPassage(3)]),
    ],
  });
  const one = [1 as ZoneId];
  expect(findFootfallSources(site, one)).toEqual([
    { deviceId: 1, passageId: 2, validity: { validFrom: 9, validTo: null } },
  ]);
  expect(findBoundary(site, one).map((source) => source.validity)).toEqual([{ validFrom: null, validTo: 9 }]);
  expect(findPassageSources(site, [1, 3] as PassageId[]).map((source) => source.deviceId)).toEqual([1, 4]);
  expect(findZoneDevices(site, one, 'atmosphere')).toEqual([
    { deviceId: 2, zoneId: 2, validity: { validFrom: null, validTo: null } },
  ]);
  expect(findZoneDevices(site, one).map((source) => source.deviceId)).toEqual([2, 3]);
  expect(findZoneDevices(site, [2 as ZoneId]).map((source) => source.deviceId)).toEqual([2]);
});
