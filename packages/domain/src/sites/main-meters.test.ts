import { aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { dropSubMeters } from './main-meters.ts';
import type { Device, Topology, Validity } from './topology.ts';

const electricity = 'electricityConsumption';
const always: Validity = { validFrom: null, validTo: null };

interface MeterOf {
  readonly id: number;
  readonly zone: number;
  readonly main?: boolean;
  readonly metric?: string;
  readonly descriptors?: Readonly<Record<string, string>>;
  readonly period?: Validity;
  /** Meters that it adds. */
  readonly adds?: readonly number[];
}

const meter = ({ id, zone, main = false, metric = electricity, descriptors = {}, period = always, adds }: MeterOf) =>
  ({
    id,
    kind: 'meter',
    placements: [{ at: { zoneId: zone }, ...period }],
    meter: { metric, descriptors, rollover: null, ...(main && { main }) },
    ...(adds && { members: adds.map((deviceId) => ({ deviceId, factor: 1, ...always })) }),
  }) as unknown as Device;

/** A building (1) with a shop (2), which has a kitchen (3), and an annex (4) beside it. */
const building = (...meters: readonly MeterOf[]): Topology =>
  aSite(1, {
    zones: [aZone(1), aZone(2, { parentIds: [1 as never] }), aZone(3, { parentIds: [2 as never] }), aZone(4)],
    devices: meters.map(meter),
  });

/** Returns the counted devices, with their periods where these have an end. */
function count(meters: readonly MeterOf[], descriptors: readonly string[] = []) {
  const sources = meters.map(({ id, period = always }) => ({ deviceId: id, validity: period }));
  return dropSubMeters(building(...meters), sources, descriptors).map(({ deviceId, validity }) =>
    validity.validFrom === null && validity.validTo === null
      ? deviceId
      : [deviceId, validity.validFrom, validity.validTo],
  );
}

const main: MeterOf = { id: 1, zone: 1, main: true };
const kitchen: MeterOf = { id: 3, zone: 3 };

describe('a main meter', () => {
  test.each<[string, readonly MeterOf[], readonly unknown[]]>([
    ['none: all count', [{ ...main, main: false }, kitchen], [1, 3]],
    ['counts what meters inside its zone count', [main, { id: 2, zone: 2 }, kitchen], [1]],
    ['and those beside it in its zone', [main, { id: 2, zone: 1 }], [1]],
    ['but none outside its zone', [main, { id: 4, zone: 4 }], [1, 4]],
    ['of another metric', [main, { ...kitchen, metric: 'waterConsumption' }], [1, 3]],
    [
      'or that contradicts its descriptors',
      [
        { ...main, descriptors: { electricityOrigin: 'grid' } },
        { ...kitchen, descriptors: { electricityOrigin: 'solar' } },
        { id: 2, zone: 2, descriptors: { electricityOrigin: 'grid', electricityUse: 'lighting' } },
      ],
      [1, 3],
    ],
    ['with another main meter in its zone: both count', [main, { id: 2, zone: 1, main: true }, kitchen], [1, 2]],
    ['with another main meter inside: the outer counts', [main, { id: 2, zone: 2, main: true }, kitchen], [1]],
    ['that is virtual, and what it is made of', [{ ...main, adds: [5] }, { id: 5, zone: 1 }, kitchen], [1]],
    ['beside a virtual meter that adds it', [main, { id: 6, zone: 1, adds: [1] }, kitchen], [1, 6]],
    ['that is not among the sources does not count', [{ id: 2, zone: 2 }, kitchen], [2, 3]],
  ])('%s', (_, meters, expected) => {
    expect(count(meters)).toEqual(expected);
  });

  test('counts for others only while both are installed', () => {
    const later = { ...main, period: { validFrom: 100, validTo: 200 } };
    expect(count([later, kitchen])).toEqual([
      [1, 100, 200],
      [3, null, 100],
      [3, 200, null],
    ]);
    expect(
      count([
        { ...main, period: { validFrom: 100, validTo: null } },
        { ...kitchen, period: { validFrom: 50, validTo: 150 } },
      ]),
    ).toEqual([
      [1, 100, null],
      [3, 50, 100],
    ]);
  });

  test('gives way to its meters where it cannot be split as they can', () => {
    const lighting = { ...kitchen, descriptors: { electricityUse: 'lighting' } };
    expect(count([main, lighting], ['electricityUse'])).toEqual([3]);
    expect(count([main, lighting])).toEqual([1]);
    const stated = { ...main, descriptors: { electricityOrigin: 'grid' } };
    expect(count([stated, kitchen], ['electricityOrigin'])).toEqual([1]);
    expect(
      count(
        [
          { ...main, period: { validFrom: 0, validTo: 100 } },
          { ...lighting, period: { validFrom: 50, validTo: 100 } },
        ],
        ['electricityUse'],
      ),
    ).toEqual([
      [1, 0, 50],
      [3, 50, 100],
    ]);
  });
});
