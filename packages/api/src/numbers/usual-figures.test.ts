import { execute, parse } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/security/world/test-world.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';

const stores = useTestStores();
const hour = 3_600_000;
let world: World;
let scope: Scope;

/** Ten people an hour for seventy days, and twice as many yesterday. */
beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  const now = world.clock.now();
  const today = now - 12 * hour;
  const raw = Array.from({ length: 70 * 24 }, (_, index) => {
    const at = today - (index + 1) * hour;
    const reading = { device: 'CANARY-PAD-ours', metric: 'affluenceIn', interval: 3600 };
    return { ...reading, at: new Date(at).toISOString(), value: index < 24 ? 20 : 10 };
  });
  const { ingestion } = world.services;
  const taken = await ingestion.ingestReadings(systemScope(world.ours.organizationId), null, raw, now);
  if (!taken.ok || taken.value.accepted !== raw.length) throw new Error(JSON.stringify(taken).slice(0, 500));
  await ingestion.drain();
  scope = await world.ours.limitedScope('viewer');
});

const document = parse('query ($query: RetailDataQuery!) { retailData(query: $query) { usual } }');

async function ask(query: object) {
  const yesterday = new Date(world.clock.now() - 36 * hour).toISOString().slice(0, 10);
  const today = new Date(world.clock.now()).toISOString().slice(0, 10);
  const filters = { conditions: [{ criterion: 'DATE', values: [`${yesterday}/${today}`] }] };
  const contextValue = { scope, tokenProblem: null, address: '192.0.2.2' };
  const variableValues = { query: { metric: 'affluenceIn', filters, ...query } };
  const { data, errors } = await execute({ schema: world.schemas.main, document, variableValues, contextValue });
  expect(errors).toBeUndefined();
  return (data as { retailData: { usual: unknown } }).retailData.usual;
}

const doubled = { change: 100, changeUnit: 'PERCENT', side: 'above', times: null, tooFew: null, reason: null };

test('an outside program reads what screens show beside a number', async () => {
  const total = [{ value: 480, usual: 240, lower: 240, upper: 240, ...doubled }];
  expect(await ask({ compare: 'EXPECTED' })).toMatchObject(total);
  const mean = await ask({ compare: 'USUAL' });
  expect(mean).toMatchObject([{ value: 480, usual: 240, lower: null, change: 100, side: null, times: 4 }]);
});

test('the figures nest like the values', async () => {
  const groupBy = [{ type: 'ZONE' }, { type: 'DATE', granularity: 3600 }];
  const zones = (await ask({ compare: 'EXPECTED', groupBy })) as { label: string; value: unknown[] }[];
  const [first] = zones;
  expect(first?.value).toHaveLength(24);
  expect(first?.value[12]).toMatchObject({ value: 20, usual: 10, change: 10, changeUnit: 'COUNT', side: 'above' });
});

test('without a comparison, of shares and of two metrics there are none', async () => {
  expect(await ask({})).toBeNull();
  const groupBy = [{ type: 'ZONE' }];
  expect(await ask({ compare: 'USUAL', aggregation: 'PERCENTAGE', groupBy })).toBeNull();
  const two = { metric: 'affluenceIn', complementary: 'dwell', groupBy: [{ type: 'COMPLEMENTARY' }] };
  expect(await ask({ compare: 'USUAL', ...two })).toBeNull();
});
