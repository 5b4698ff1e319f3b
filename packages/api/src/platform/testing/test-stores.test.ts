import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { organizations } from '../tenancy/organizations.schema.ts';
import { useTestStores } from './test-stores.ts';

const stores = useTestStores();

test('both engines answer, migrated and empty', async () => {
  const id = await stores.freshOrganization('Northern Lights');
  const found = await stores.relational.db.select().from(organizations);
  expect(found.map(({ id, name, colours }) => ({ id, name, colours }))).toEqual([
    { id, name: 'Northern Lights', colours: {} },
  ]);
  await stores.relational.db.execute(sql`select 1 from users`);

  const reading = {
    organization: id,
    installation: 1,
    metric: 'co2',
    device: 7,
    at: 1_700_000_000_000,
    descriptors: '',
    visitor: '',
    x: -1,
    y: -1,
  };
  await stores.analytics.insert('readings', [{ ...reading, value: 400, weight: 1, interval: 0, version: 1 }]);
  await stores.analytics.insert('readings', [{ ...reading, value: 512.5, weight: 1, interval: 0, version: 2 }]);
  const rows = await stores.analytics.query({
    sql: 'SELECT toFloat64(at) AS at, value FROM readings FINAL WHERE organization = {organization:UInt32} AND metric IN {metrics:Array(String)}',
    params: { organization: id, metrics: ['co2'] },
  });
  expect(rows).toEqual([{ at: 1_700_000_000_000, value: 512.5 }]);
});
