import { formatLocal, type Instant, type OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { during, getPairs, parseValidQuery } from '../testing/ask.ts';
import { listChangedDays } from './list-changed-days.ts';

const stores = useTestStores();
const hourMs = 3_600_000;
const clock = aClock('2026-03-31T12:00:00Z');
/** On 29 March clocks in Zürich jump from two to three. */
const start = Date.parse('2026-03-26T00:00:00Z');
const metrics = ['affluenceIn', 'co2', 'electricityConsumption'] as const;
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let site: {
  readonly installationId: number;
  readonly devices: readonly { readonly id: number; readonly serial: string }[];
};

const siteFile = `
organization: { name: Changes }
installations:
  - key: shop
    name: Shop
    timezone: Europe/Zurich
    changeOfDay: '04:00'
    openingHours: always
    creationDate: 2026-01-01
    zones: [{ key: all, name: All }]
    passages: [{ key: front, name: Front, from: outside, to: all }]
    devices:
      - { serial: FRONT, kind: pad, name: Front counter, passage: front, interval: 3600 }
      - { serial: AIR, kind: atmosphere, name: Air, zone: all, interval: 3600 }
      - { serial: EL, kind: meter, name: Power, zone: all, metric: electricityConsumption, interval: 3600 }
`;

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  schema = buildSchemas(services.modules).main;
  const options = { dryRun: false, prune: false, within: null };
  const { organizationId, problems } = await applySiteFile(services.provisioning, siteFile, options);
  expect(problems).toEqual([]);
  scope = systemScope(organizationId as OrganizationId);
  site = (await services.sites.topologies(scope))[0] as never;
}, 60_000);

const serials = ['FRONT', 'AIR', 'EL'] as const;

interface Sent {
  readonly index: number;
  readonly hour: number;
  readonly value: number;
}

/** Sends readings of these hours; a meter's is a state of its register. */
async function send(...sent: readonly Sent[]) {
  const raw = sent.map(({ index, hour, value }) => ({
    device: serials[index],
    at: new Date(start + hour * hourMs).toISOString(),
    ...[
      { metric: 'affluenceIn', value, interval: 3600 },
      { metric: 'co2', value: 400 + value },
      { metric: 'electricityConsumption', value: hour * 100 + value, kind: 'register' },
    ][index],
  }));
  const stored = await services.ingestion.ingestReadings(scope, null, raw, clock.now());
  if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
}

const mutate = async (source: string, variableValues: Record<string, unknown>) => {
  const contextValue = { scope, tokenProblem: null, address: '' };
  const { data, errors } = await graphql({ schema, source, contextValue, variableValues });
  return errors === undefined ? (Object.values(data ?? {})[0] as number) : null;
};

const takeOut = (index: number, from: Instant, to: Instant) =>
  mutate(
    `mutation ($correction: ReadingCorrectionInput!) {
      addReadingCorrection(correction: $correction, reason: "cleaning")
    }`,
    {
      correction: {
        kind: 'void',
        installationId: site.installationId,
        deviceId: site.devices.find(({ serial }) => serial === serials[index])?.id,
        from,
        to,
      },
    },
  );

const undo = (id: number) => mutate('mutation ($id: Int!) { undoReadingCorrection(readingCorrectionId: $id) }', { id });

/** Known values of each metric by day, in these periods. */
async function readDays(periods: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const days = new Map<string, unknown>();
  const asked = periods.flatMap((period) => metrics.map((metric) => ({ metric, period })));
  const queries = asked.map(({ metric, period }) => ({
    metric,
    filters: { conditions: [during(period)] },
    groupBy: [{ type: 'DATE', granularity: 86_400 }],
  }));
  const answers = await services.answerQueries(
    scope,
    queries.map((raw) => parseValidQuery(raw as never)),
  );
  for (const [index, { metric }] of asked.entries())
    for (const [label, value] of getPairs(answers[index] as never) as unknown as [string, unknown][])
      if (typeof value === 'number') days.set(`${metric} ${label.slice(0, 10)}`, value);
  return days;
}

const addDay = (day: string) => new Date(Date.parse(day) + 24 * hourMs).toISOString().slice(0, 10);

const list = (since: string | null, limit: number) =>
  listChangedDays({ analytics: stores.analytics, sites: services.sites, clock }, scope, { since, limit });

/** A warehouse: it knows its own rows and a cursor, and reads again the days that changed. */
function createCopy() {
  const rows = new Map<string, unknown>();
  let cursor: string | null = null;
  return {
    rows,
    async follow(limit: number): Promise<void> {
      const asked = new Set<string>();
      for (let hasMore = true; hasMore; ) {
        const page = await list(cursor, limit);
        if (!page.ok) throw new Error(page.error.message);
        for (const { day, siteId } of page.value.items) {
          expect(siteId).toBe(site.installationId);
          asked.add(day);
        }
        ({ next: cursor, hasMore } = page.value);
      }
      for (const day of asked) {
        for (const metric of metrics) rows.delete(`${metric} ${day}`);
      }
      const read = await readDays([...asked].map((day) => `${day}/${addDay(day)}`));
      for (const [key, value] of read) rows.set(key, value);
    },
  };
}

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      index: fc.nat(2),
      hour: fc.nat(131),
      value: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('takeOut' as const),
      index: fc.nat(2),
      hour: fc.nat(120),
      hours: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('roll' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }) },
);

test('a copy that follows the changes alone equals the numbers, whatever is late, corrected or taken out', async () => {
  const copy = createCopy();
  const taken: number[] = [];
  let differing = 0;
  const hours = Array.from({ length: 24 }, (_, index) => index * 5);
  await send(...hours.flatMap((hour) => [0, 1, 2].map((index) => ({ index, hour, value: 10 }))));
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (actions, limit) => {
        for (const one of actions) {
          if (one.kind === 'send') await send(one);
          if (one.kind === 'takeOut') {
            const from = start + one.hour * hourMs;
            const id = await takeOut(one.index, from, Math.min(from + one.hours * hourMs, clock.now()));
            if (id !== null) taken.push(id);
          }
          if (one.kind === 'undo' && taken.length > 0) await undo(taken.pop() as number);
          if (one.kind === 'roll') await services.rollups.rollAll(scope.organizationId, clock.now());
          if (one.kind === 'wait') clock.time += one.seconds * 1000;
        }
        const all = await readDays(['2026-03-24/2026-04-03']);
        if (JSON.stringify([...copy.rows].sort()) !== JSON.stringify([...all].sort())) differing += 1;
        await copy.follow(limit + 8);
        expect([...copy.rows].sort()).toEqual([...all].sort());
      },
    ),
    // Each run continues where the one before ended.
    { numRuns: 12, endOnFailure: true },
  );
  expect(differing).toBeGreaterThan(4);
}, 120_000);

test('a copy that is settled and up to date has nothing to read again', async () => {
  clock.time = Date.parse('2026-04-02T12:00:00Z');
  await services.rollups.rollAll(scope.organizationId, clock.now());
  clock.time += 120_000;
  const first = await list(null, 2000);
  if (!first.ok) throw new Error(first.error.message);
  expect(first.value.items.length).toBeGreaterThan(5);
  expect(first.value.items.every(({ isSettled }) => isSettled)).toBe(true);
  expect(await list(first.value.next, 2000)).toMatchObject({ value: { items: [], hasMore: false } });
  // The change of day is at four: a reading at two in the night counts on the day before, and its neighbours may move.
  await send({ index: 0, hour: 50, value: 7 });
  const late = await list(first.value.next, 2000);
  const day = formatLocal('Europe/Zurich', start + 50 * hourMs - 4 * hourMs).slice(0, 10);
  expect(late.ok && late.value.items.some((item) => item.day === day && !item.isSettled)).toBe(true);
  expect(late.ok && late.value.items.length).toBeLessThan(6);
});

test.each(['x', '', 'W10', Buffer.from('[1,2]').toString('base64url'), Buffer.from('[1,2,-1]').toString('base64url')])(
  'the cursor %j is refused',
  async (since) => {
    expect(await list(since, 10)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field: 'since' } });
  },
);

test('a token sees the changes of its own sites only', async () => {
  const elsewhere = { ...scope, installationIds: [site.installationId + 1] } as unknown as Scope;
  const reads = { analytics: stores.analytics, sites: services.sites, clock };
  expect(await listChangedDays(reads, elsewhere, { since: null, limit: 100 })).toMatchObject({ value: { items: [] } });
});
