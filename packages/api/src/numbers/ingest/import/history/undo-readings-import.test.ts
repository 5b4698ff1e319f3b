import type { Instant, OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { testServices } from '../../../../../testing/test-services.ts';
import { buildSchemas } from '../../../../app/schema.ts';
import type { Services } from '../../../../app/services.ts';
import { auditStore } from '../../../../people/audit/index.ts';
import { type Scope, systemScope } from '../../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../../setup/site-files/index.ts';
import { during, getPairs, parseValidQuery } from '../../../testing/ask.ts';
import { readingsImportsStore } from './readings-imports.store.ts';
import { recordImport } from './record-import.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-31T12:00:00Z');
const hourMs = 3_600_000;
let services: Services;
let hub: GraphQLSchema;
let organization = 0;

beforeAll(() => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, aClock(now));
  hub = buildSchemas(services.modules).hub;
}, 60_000);

const siteFile = (name: string) => `
organization: { name: ${name} }
installations:
  - key: shop
    name: Shop
    timezone: UTC
    openingHours: always
    creationDate: 2026-01-01
    zones: [{ key: all, name: All }]
    passages: [{ key: front, name: Front, from: outside, to: all }]
    devices: [{ serial: FRONT, kind: pad, name: Front counter, passage: front, interval: 3600 }]
`;

/** An organization with one counter. Hours are those of `day`. */
async function createWorld(day: string) {
  organization += 1;
  const options = { dryRun: false, prune: false, within: null };
  const file = siteFile(`Undone imports ${organization}`);
  const { organizationId, problems } = await applySiteFile(services.provisioning, file, options);
  expect(problems).toEqual([]);
  const scope = systemScope(organizationId as OrganizationId);
  const begin: Instant = Date.parse(`${day}T00:00:00Z`);
  const reading = (hour: number, value: number, interval = 3600) => ({
    ...{ device: 'FRONT', metric: 'affluenceIn', value, interval },
    at: new Date(begin + hour * hourMs).toISOString(),
  });
  const ask = async (source: string, variableValues: Readonly<Record<string, unknown>> = {}, as: Scope = scope) => {
    const contextValue = { scope: as, tokenProblem: null, address: '' };
    const { data, errors } = await graphql({ schema: hub, source, contextValue, variableValues });
    return errors?.map(({ message }) => message) ?? Object.values(data ?? {})[0];
  };
  return {
    scope,
    ask,
    roll: () => services.rollups.rollAll(scope.organizationId, now),
    async send(...given: readonly (readonly [hour: number, value: number, interval?: number])[]) {
      const readings = given.map((one) => reading(...one));
      const sent = await services.ingestion.ingestReadings(scope, null, readings, now);
      if (!sent.ok) throw new Error(sent.error.message);
      const { accepted, unchanged, corrected, rejected } = sent.value;
      expect(rejected).toEqual([]);
      return [accepted, unchanged, corrected];
    },
    async import(...given: readonly (readonly [hour: number, value: number, interval?: number])[]) {
      const lines = given.map(([hour, value]) => `${new Date(begin + hour * hourMs).toISOString()},${value}`);
      const answer = await ask(
        `mutation ($file: File, $input: ImportReadingsInput!) {
          importReadings(file: $file, input: $input) { importId accepted unchanged corrected badLines }
        }`,
        {
          file: new File([`time,in\n${lines.join('\n')}\n`], 'past.csv'),
          input: {
            ...{ timezone: 'UTC', timeColumn: 'time', serial: 'FRONT', checkOnly: false, fillZero: false },
            ...{ maps: [{ column: 'in', metric: 'affluenceIn' }], interval: given[0]?.[2] ?? 3600 },
          },
        },
      );
      expect(answer).toMatchObject({ badLines: 0 });
      return (answer as { readonly importId: number | null }).importId;
    },
    /** Imports one reading without a file. */
    async record(hour: number, value: number) {
      const { db } = stores.relational;
      const recorded = recordImport({ db, clock: aClock(now), ingestion: services.ingestion }, scope, 'past.csv');
      expect(await recorded.send([reading(hour, value)])).toMatchObject({ ok: true, value: { rejected: [] } });
      return recorded.end();
    },
    effect: (id: number) =>
      ask('query ($id: Int!) { readingsImportUndo(readingsImportId: $id) { removed restored kept } }', { id }),
    undo: (id: number, reason = 'wrong file', as = scope) =>
      ask(
        `mutation ($id: Int!, $reason: String!) {
          undoReadingsImport(readingsImportId: $id, reason: $reason) { isRestored undoneReason }
        }`,
        { id, reason },
        as,
      ),
    list: (as = scope) =>
      ask('{ readingsImports { fileName added replaced hasEnded undoneReason isRestored } }', {}, as),
    /** Counts by hour, from whichever of memory, rollups and readings the planner chooses. */
    async read(hours = 6) {
      const to = new Date(begin + hours * hourMs).toISOString();
      const raw = {
        metric: 'affluenceIn',
        filters: { conditions: [during(`${new Date(begin).toISOString()}/${to}`)] },
        groupBy: [{ type: 'DATE', granularity: 3600 }],
      };
      const [answer] = await services.answerQueries(scope, [parseValidQuery(raw as never)]);
      return getPairs(answer as never).map((pair) => (pair as unknown[])[1]);
    },
  };
}

const undone = { isRestored: true, undoneReason: 'wrong file' };

test.each(['2026-03-31', '2026-03-10'])('an undone import of %s leaves the numbers that were before', async (day) => {
  const world = await createWorld(day);
  await world.send([0, 10], [1, 11], [2, 12]);
  const before = [10, 11, 12, 'missing', 'missing', 'missing'];
  expect(await world.read()).toEqual(before);
  const id = (await world.import([1, 500], [2, 12], [3, 500], [4, 600])) ?? 0;
  const imported = [10, 500, 12, 500, 600, 'missing'];
  expect(await world.read()).toEqual(imported);
  await world.roll();
  expect(await world.read()).toEqual(imported);
  expect(await world.effect(id)).toEqual({ removed: 2, restored: 1, kept: 0 });
  expect(await world.undo(id)).toEqual(undone);
  expect(await world.read()).toEqual(before);
  await world.roll();
  expect(await world.read()).toEqual(before);
  expect(await world.list()).toEqual([
    { fileName: 'past.csv', added: 2, replaced: 1, hasEnded: true, undoneReason: 'wrong file', isRestored: true },
  ]);
  expect(await world.undo(id)).toEqual(['This import is undone already']);
  // What was taken back is new when a device sends it, or when it is imported again.
  expect(await world.send([3, 500])).toEqual([1, 0, 0]);
  expect(await world.import([4, 600])).not.toBeNull();
  const again = [10, 11, 12, 500, 600, 'missing'];
  expect(await world.read()).toEqual(again);
  await world.roll();
  expect(await world.read()).toEqual(again);
});

test('what a device sends again stays, with the same or another value', async () => {
  const world = await createWorld('2026-03-11');
  await world.send([0, 10], [1, 11]);
  const id = (await world.import([0, 100], [1, 101], [2, 102], [3, 103], [4, 104])) ?? 0;
  expect(await world.send([0, 100], [2, 102], [3, 7])).toEqual([0, 2, 1]);
  expect(await world.effect(id)).toEqual({ removed: 1, restored: 1, kept: 3 });
  expect(await world.undo(id)).toEqual(undone);
  const left = [100, 11, 102, 7, 'missing', 'missing'];
  expect(await world.read()).toEqual(left);
  await world.roll();
  expect(await world.read()).toEqual(left);
});

/** Corrects the counter of a world. */
async function correct(scope: Scope, fields: Readonly<Record<string, unknown>>) {
  const [site] = await services.sites.topologies(scope);
  const place = { installationId: site?.installationId, deviceId: site?.devices[0]?.id };
  const { errors } = await graphql({
    schema: buildSchemas(services.modules).main,
    source: 'mutation ($c: ReadingCorrectionInput!) { addReadingCorrection(correction: $c, reason: "wrong") }',
    contextValue: { scope, tokenProblem: null, address: '' },
    variableValues: { c: { ...place, metrics: ['affluenceIn'], ...fields } },
  });
  expect(errors).toBeUndefined();
}

test('a correction that was made after an import applies to what the undo brings back', async () => {
  const world = await createWorld('2026-03-12');
  await world.send([0, 10], [1, 11]);
  const id = (await world.import([0, 100], [1, 101], [2, 102])) ?? 0;
  const begin = Date.parse('2026-03-12T00:00:00Z');
  await correct(world.scope, { kind: 'scale', amount: 2, from: begin, to: begin + hourMs });
  expect(await world.read(3)).toEqual([200, 101, 102]);
  expect(await world.undo(id)).toEqual(undone);
  expect(await world.read(3)).toEqual([20, 11, 'missing']);
  await world.roll();
  expect(await world.read(3)).toEqual([20, 11, 'missing']);
});

test('readings that a correction moves to another day are gone there, too', async () => {
  const world = await createWorld('2026-03-16');
  const begin = Date.parse('2026-03-16T00:00:00Z');
  await correct(world.scope, { kind: 'shift', metrics: null, amount: 86_400, from: begin, to: begin + 24 * hourMs });
  const id = (await world.import([0, 100], [1, 101])) ?? 0;
  await world.roll();
  expect((await world.read(27)).slice(24)).toEqual([100, 101, 'missing']);
  expect(await world.undo(id)).toEqual(undone);
  await world.roll();
  expect((await world.read(27)).slice(24)).toEqual(['missing', 'missing', 'missing']);
});

test('finer readings of an import give their time back to the coarser ones', async () => {
  const world = await createWorld('2026-03-13');
  await world.send([0, 60], [1, 60]);
  const id = (await world.import([0.5, 5, 900], [0.75, 5, 900], [1, 7, 900])) ?? 0;
  expect(await world.read(3)).toEqual([40, 7, 'missing']);
  expect(await world.undo(id)).toEqual(undone);
  expect(await world.read(3)).toEqual([60, 60, 'missing']);
  await world.roll();
  expect(await world.read(3)).toEqual([60, 60, 'missing']);
});

test('the same file again changes nothing and is no import; an undo needs a reason and all its sites', async () => {
  const world = await createWorld('2026-03-14');
  const id = (await world.import([0, 1])) ?? 0;
  expect(await world.import([0, 1])).toBeNull();
  expect(await world.undo(id, ' ')).toEqual(['reason takes 1 to 500 characters']);
  const elsewhere = { ...world.scope, installationIds: [] } as Scope;
  expect(await world.undo(id, 'not mine', elsewhere)).toEqual(['No such import']);
  expect(await world.read(1)).toEqual([1]);
  expect(await world.undo(id)).toEqual(undone);
  const { rows } = await stores.relational.pool.query(
    "select details from audit_entries where organization_id = $1 and action = 'readings.importUndone'",
    [world.scope.organizationId],
  );
  expect(rows).toEqual([{ details: { file: 'past.csv', removed: 1, restored: 0, reason: 'wrong file' } }]);
});

test('an import whose sites are not known yet is listed for people who see all sites', async () => {
  const world = await createWorld('2026-03-18');
  const [site] = await services.sites.topologies(world.scope);
  const limited = { ...world.scope, installationIds: [site?.installationId] } as Scope;
  const waiting = await readingsImportsStore(stores.relational.db).insert(world.scope, 'elsewhere.csv', now);
  expect([await world.list(limited), await world.undo(waiting, 'curious', limited)]).toEqual([[], ['No such import']]);
  expect(await world.list()).toMatchObject([{ fileName: 'elsewhere.csv', hasEnded: false }]);
  await readingsImportsStore(stores.relational.db).setSites(waiting, [Number(site?.installationId)]);
  expect(await world.list(limited)).toMatchObject([{ fileName: 'elsewhere.csv' }]);
});

test('an import and its undo are audited with their site, and an import ends with its entry or not at all', async () => {
  const world = await createWorld('2026-03-19');
  const { db } = stores.relational;
  const [site] = await services.sites.topologies(world.scope);
  const id = (await world.import([0, 1])) ?? 0;
  await world.undo(id);
  const actions = ['readings.imported', 'readings.importUndone'] as const;
  const readBy = async (installationIds: readonly unknown[]) => {
    const scope = { ...world.scope, installationIds } as Scope;
    return (await auditStore(db).page(scope, { actions }, 10, null)).map(({ action }) => action);
  };
  expect([await readBy([site?.installationId]), await readBy([])]).toEqual([actions.toReversed(), []]);
  await db.execute(
    sql`alter table audit_entries add constraint no_import check (action <> 'readings.imported') not valid`,
  );
  try {
    await expect(world.record(1, 5)).rejects.toThrow();
  } finally {
    await db.execute(sql`alter table audit_entries drop constraint no_import`);
  }
  expect(await world.list()).toMatchObject([{ hasEnded: false }, { hasEnded: true }]);
});

test('imports on top of each other are undone in any order, among readings of devices', async () => {
  const hour = fc.integer({ min: 0, max: 1 });
  const value = fc.integer({ min: 1, max: 2 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('send' as const), hour, value }),
    fc.record({ kind: fc.constant('import' as const), hour, value }),
    fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const world = await createWorld('2026-03-15');
      /** By hour, what each wrote on top of the others; a device's reading replaces them for good. */
      const written = new Map<number, { readonly value: number; readonly by: number }[]>();
      const imports: number[] = [];
      for (const one of steps) {
        if (one.kind === 'undo') {
          const id = imports.splice(one.which % Math.max(1, imports.length), 1)[0];
          if (id === undefined) continue;
          expect(await world.undo(id)).toEqual(undone);
          for (const [key, list] of written)
            written.set(
              key,
              list.filter(({ by }) => by !== id),
            );
        } else if (one.kind === 'send') {
          await world.send([one.hour, one.value]);
          written.set(one.hour, [{ value: one.value, by: 0 }]);
        } else {
          const list = written.get(one.hour) ?? [];
          const id = await world.record(one.hour, one.value);
          expect(id === null).toBe(list.at(-1)?.value === one.value);
          if (id === null) continue;
          imports.push(id);
          written.set(one.hour, [...list, { value: one.value, by: id }]);
        }
        const expected = [0, 1].map((at) => written.get(at)?.at(-1)?.value ?? 'missing');
        expect(await world.read(2)).toEqual(expected);
      }
    }),
    { numRuns: 10 },
  );
}, 60_000);
