import { anAirSensor, aPad, aShop } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { createKnownDescriptors } from './known-descriptors.ts';
import { uncachedDescriptorCatalog } from './planner/read/descriptors.ts';
import { store } from './testing/store.ts';

const stores = useTestStores();
const at = Date.parse('2026-05-04T10:00:00Z');

test('a site knows the descriptors its sensors ever reported and its meters declare', async () => {
  const meter = { metric: 'electricityConsumption', descriptors: { electricityUse: 'lighting' }, rollover: null };
  const devices = [aPad(21, 11), anAirSensor(31, 1, { kind: 'camera' }), anAirSensor(71, 1, { kind: 'meter', meter })];
  const site = aShop(2200, { devices });
  const other = aShop(2200, { installationId: 2 as never, devices: [aPad(22, 11)] });
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at, value: 4, descriptors: 'ageCategory=adult;gender=female' },
    { device: 21, metric: 'affluenceIn', at: at + 300_000, value: 4 },
    { device: 31, metric: 'presence', at, value: 40, descriptors: 'engagement=engaged' },
  ]);
  await store(stores.analytics, other, [{ device: 22, metric: 'affluenceIn', at, value: 4 }]);
  let statements = 0;
  const query: typeof stores.analytics.query = (statement, options) => {
    statements += 1;
    return stores.analytics.query(statement, options);
  };
  const known = createKnownDescriptors({ ...stores.analytics, query }, uncachedDescriptorCatalog);
  const counts = ['affluenceIn', 'affluenceOut', 'footfall'];
  expect(
    await Promise.all([
      known(site, null),
      known(site, counts),
      known(other, null),
      known(site, ['electricityConsumption']),
      known(site, ['co2']),
      known({ ...site, organizationId: 2201 as never }, counts),
    ]),
  ).toEqual([
    ['ageCategory', 'electricityUse', 'engagement', 'gender'],
    ['ageCategory', 'gender'],
    [],
    ['electricityUse'],
    [],
    [],
  ]);
  // One per organization.
  expect(statements).toBe(2);
});
