import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { correctReadings } from './correct-statements.ts';
import type { SiteChange } from './reading-corrections.store.ts';

const stores = useTestStores();
const taken: SiteChange = {
  installation: 1,
  device: 21,
  kind: 'void',
  metrics: null,
  amount: null,
  lastLevel: null,
  descriptors: null,
  from: 10,
  to: 20,
};
const select = 'SELECT toFloat64(count()) AS count FROM readings FINAL WHERE organization = {organization:UInt32}';

async function insert(organization: number, times: readonly number[], more: object = {}) {
  const reading = { installation: 1, metric: 'affluenceIn', device: 21, descriptors: '', visitor: '', x: -1, y: -1 };
  await stores.analytics.insert(
    'readings',
    times.map((at) => ({ organization, ...reading, at, value: 1, weight: 1, interval: 60, version: 1, ...more })),
  );
}

test('leaves out what begins in the period, of the device, site and metrics alone', async () => {
  const organization = 7301;
  await insert(organization, [9, 10, 19, 20]);
  await insert(organization, [10], { device: 22 });
  await insert(organization, [10], { installation: 2 });
  await insert(organization, [10], { metric: 'affluenceOut' });
  const count = async (...voids: readonly (typeof taken | { readonly metrics: readonly string[] })[]) => {
    const store = correctReadings(stores.analytics, async () => voids.map((one) => ({ ...taken, ...one })));
    const [row] = await store.query<{ count: number }>({ sql: select, params: { organization } });
    return row?.count;
  };
  expect(await count()).toBe(7);
  expect(await count(taken)).toBe(4);
  expect(await count({ metrics: ['affluenceIn'] })).toBe(5);
  expect(await count({ metrics: ['affluenceOut'] }, { ...taken, device: 22 })).toBe(5);
});

test('rejects a statement that reads readings of no organization', async () => {
  const store = correctReadings(stores.analytics, async () => [taken]);
  await expect(store.query({ sql: 'SELECT 1 FROM readings', params: {} })).rejects.toThrow('without an organization');
  await expect(store.query({ sql: 'SELECT 1 AS one FROM readings_kept', params: {} })).resolves.toEqual([]);
});

test('every statement names the table of readings as corrections recognize it', () => {
  const folder = join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/testing/**'] });
  const named = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:FROM|JOIN)\s+`?readings\b`?(?: FINAL)?(?: AS \w+)?/g),
    ].map(([text]) => text),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(new Set(named)).toEqual(new Set(['FROM readings', 'FROM readings FINAL']));
});
