import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, zones } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const at = (text: string) => Date.parse(`${text}+01:00`);
const now = at('2026-02-20T00:00');

/** A hall (1) with two rooms (2, 3): a street door, an inner door between the rooms, doors from hall to rooms. */
const hall = (organization: number) =>
  aSite(organization, {
    zones: [aZone(1), aZone(2, { parentIds: [1 as never] }), aZone(3, { parentIds: [1 as never] })],
    passages: [aDoor(11, null, 1), aDoor(12, 2, 3), aDoor(13, 1, 2)],
    devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13)],
  });

test('an inner door moves people between rooms and changes nothing for the hall', async () => {
  const site = hall(501);
  const day = '2026-02-14T10:00';
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: at(day), value: 9 },
    { device: 21, metric: 'affluenceOut', at: at(day), value: 2 },
    { device: 22, metric: 'affluenceIn', at: at(day), value: 4 },
    { device: 22, metric: 'affluenceOut', at: at(day), value: 1 },
    { device: 23, metric: 'affluenceIn', at: at(day), value: 6 },
    { device: 23, metric: 'affluenceOut', at: at(day), value: 0 },
  ]);
  const ask = createQuerier(() => stores.analytics, [site], now);
  const filters = { conditions: [during('2026-02-14/2026-02-15')] };
  const by = (metric: string, ...ids: number[]) =>
    ask({ metric, filters: { conditions: [...filters.conditions, zones(...ids)] } });
  expect(getPairs(await by('affluenceIn', 1))).toEqual([['all', 9]]);
  expect(getPairs(await by('affluenceOut', 1))).toEqual([['all', 2]]);
  expect(getPairs(await by('affluenceIn', 2))).toEqual([['all', 7]]);
  expect(getPairs(await by('affluenceIn', 3))).toEqual([['all', 4]]);
  expect(getPairs(await by('affluenceIn', 2, 3))).toEqual([['all', 6]]);
  expect(getPairs(await by('affluenceIn', 1, 2, 3))).toEqual([['all', 9]]);
  const grouped = await ask({
    metric: 'affluenceIn',
    groupBy: [{ type: 'ZONE_ID' }],
    filters: { conditions: [...filters.conditions, zones(1, 2, 3)] },
  });
  expect(getPairs(grouped)).toEqual([
    ['1', 9],
    ['2', 7],
    ['3', 4],
  ]);
  const inside = await ask({
    metric: 'inside',
    aggregation: 'LAST',
    groupBy: [{ type: 'ZONE_ID' }],
    filters: { conditions: [during('2026-02-14T10:00:00+01:00/2026-02-14T10:05:00+01:00'), zones(1, 2, 3)] },
  });
  expect(getPairs(inside)).toEqual([
    ['1', 7],
    ['2', 3],
    ['3', 3],
  ]);
});
