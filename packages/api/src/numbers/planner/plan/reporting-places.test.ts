import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const start = Date.parse('2026-05-04T00:00Z');
const hour = 3_600_000;
let organization = 1_640;

/** Two adjacent halls (1, 2) with a door each, a door between them, a shop (3) in the first, and a camera in each. */
const halls = (overrides = {}) =>
  aSite(organization++, {
    timezone: 'UTC',
    zones: [aZone(1), aZone(2), aZone(3, { parentIds: [1 as never] })],
    passages: [aDoor(11, null, 1), aDoor(12, null, 2), aDoor(13, 1, 2), aDoor(14, 1, 3)],
    devices: [
      ...[11, 12, 13, 14].map((door) => aPad(door + 10, door)),
      ...[1, 2, 3].map((zone) => anAirSensor(30 + zone, zone, { kind: 'camera' })),
    ],
    ...overrides,
  });

type Asking = (metric: string, more?: object) => Promise<readonly unknown[]>;

async function told(readings: readonly TestReading[], site = halls()): Promise<Asking> {
  await store(stores.analytics, site, readings);
  const ask = createQuerier(() => stores.analytics, [site], Date.parse('2027-01-01T00:00Z'));
  const filters = { conditions: [during('2026-05-04T00:00:00Z/2026-05-04T01:00:00Z')] };
  return async (metric, more = {}) => getPairs(await ask({ metric, filters, ...more }));
}

const sent = (device: number, metric: string, value: number, at = start): TestReading => ({
  device,
  metric,
  at,
  value,
  interval: 3600,
});

const inZones = (...ids: number[]) => ({
  filters: { conditions: [during('2026-05-04T00:00:00Z/2026-05-04T01:00:00Z'), zones(...ids)] },
});

describe('the size of groups is that of the people among whom groups are counted', () => {
  const people = [
    sent(21, 'affluenceIn', 60),
    sent(22, 'affluenceIn', 500),
    sent(23, 'affluenceIn', 10),
    sent(23, 'affluenceOut', 20),
    sent(24, 'affluenceIn', 30),
  ];

  test('groups of one hall only: those who enter that hall, from outside and from beside', async () => {
    const asked = await told([...people, sent(31, 'numberOfGroups', 40), sent(32, 'queueLength', 3)]);
    expect(await asked('groupSize')).toEqual([['all', (60 + 20) / 40]]);
    expect(await asked('groupSize', { groupBy: [{ type: 'ZONE_ID' }] })).toEqual([
      ['1', 2],
      ['2', 'missing'],
    ]);
    expect(await asked('affluenceIn')).toEqual([['all', 560]]);
  });

  test('groups of both halls: people walking across count in both', async () => {
    const asked = await told([...people, sent(31, 'numberOfGroups', 40), sent(32, 'numberOfGroups', 60)]);
    expect(await asked('groupSize')).toEqual([['all', (60 + 20 + 500 + 10) / 100]]);
    expect(await asked('groupSize', inZones(2))).toEqual([['all', 510 / 60]]);
  });

  test('groups of a shop, queried for the hall around it', async () => {
    const asked = await told([...people, sent(33, 'numberOfGroups', 12)]);
    expect(await asked('groupSize', inZones(1))).toEqual([['all', 30 / 12]]);
    expect(await asked('groupSize', inZones(2))).toEqual([['all', 'missing']]);
  });

  test('groups of one reporting door: the people entering there', async () => {
    const asked = await told([...people, sent(22, 'numberOfGroups', 200)]);
    expect(await asked('groupSize')).toEqual([['all', 2.5]]);
    expect(await asked('groupSize', { target: 'PASSAGE' })).toEqual([['all', 2.5]]);
    expect(await asked('groupSize', { groupBy: [{ type: 'PASSAGE' }] })).toEqual([['Passage 12', 2.5]]);
  });

  test('groups of two cameras in one hall: its people count once', async () => {
    const site = halls();
    const second = anAirSensor(34, 1, { kind: 'camera' });
    const both = [sent(31, 'numberOfGroups', 30), sent(34, 'numberOfGroups', 10)];
    const asked = await told([...people, ...both], { ...site, devices: [...site.devices, second] });
    expect(await asked('groupSize')).toEqual([['all', 2]]);
  });

  test('only while a camera was installed there', async () => {
    const site = halls();
    const half = start + hour / 2;
    const devices = site.devices.map((device) => (device.id === 31 ? { ...device, installedAt: half } : device));
    const early = { ...sent(21, 'affluenceIn', 60), interval: 1800 };
    const late = { ...sent(21, 'affluenceIn', 9, half), interval: 1800 };
    const rest = [22, 23, 24].flatMap((device) => [sent(device, 'affluenceIn', 0), sent(device, 'affluenceOut', 0)]);
    const groups = { ...sent(31, 'numberOfGroups', 3, half), interval: 1800 };
    const asked = await told([early, late, groups, ...rest], { ...site, devices });
    expect(await asked('groupSize')).toEqual([['all', 3]]);
  });

  test('no device counts groups: unknown', async () => {
    const asked = await told(people);
    expect(await asked('groupSize')).toEqual([['all', 'missing']]);
  });
});

describe('tags', () => {
  const inside = [sent(33, 'uwbAffluenceIn', 6), sent(33, 'uwbAffluenceOut', 2), sent(33, 'uwbDwell', 100)];
  const most = { aggregation: 'MAX' };

  test('a camera without tag readings does not replace readers inside its zone', async () => {
    const asked = await told([...inside, sent(31, 'queueLength', 4)]);
    expect(await asked('uwbAffluenceIn', inZones(1))).toEqual([['all', 6]]);
    expect(await asked('uwbDwell', inZones(1))).toEqual([['all', 100]]);
    expect(await asked('uwbInside', { ...most, ...inZones(1) })).toEqual([['all', 4]]);
  });

  test('a reader counts for its zone in the metrics it reports only', async () => {
    const asked = await told([...inside, sent(31, 'uwbAffluenceIn', 9), sent(31, 'uwbAffluenceOut', 1)]);
    expect(await asked('uwbAffluenceIn', inZones(1))).toEqual([['all', 9]]);
    expect(await asked('uwbInside', { ...most, ...inZones(1) })).toEqual([['all', 8]]);
    expect(await asked('uwbDwell', inZones(1))).toEqual([['all', 100]]);
  });
});
