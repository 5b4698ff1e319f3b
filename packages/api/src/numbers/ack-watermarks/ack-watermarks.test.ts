import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createIngestion } from '../ingest/index.ts';
import { createDeviceFinder, createRecordingBus, createTestScope, present } from '../ingest/testing/ingest-fixture.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { createRollups } from '../rollups/rollups.ts';
import { AckWatermarks } from './ack-watermarks.ts';
import type { IncompleteDay } from './incomplete-days.ts';

const stores = useTestStores();
const clock = aClock(present);
const today = present / dayMs - 0.5;

function failing(message: string, cause: unknown): never {
  throw new Error(message, { cause });
}

/**
 * Creates an ingestion with watermarks for its own organization. `restarted` opens the watermarks of an earlier
 * process.
 */
async function anOrganization() {
  const organization = await stores.freshOrganization();
  const { analytics, relational } = stores;
  const deps = { db: relational.db, analytics, logError: failing };
  const open = (store = analytics) => {
    const marks = new AckWatermarks({ ...deps, analytics: store });
    const bus = createRecordingBus();
    const devices = createDeviceFinder(organization);
    const logError = () => {};
    const ingestion = createIngestion({ analytics: store, devices, bus, clock, logError, marks });
    const send = async (day: number, values: readonly number[], serial = 'PAD-1') => {
      const readings = values.map((value, index) => ({
        device: serial,
        metric: 'affluenceIn',
        at: new Date(day * dayMs + index * 60_000).toISOString(),
        value,
        interval: 60,
      }));
      return ingestion.ingestReadings(createTestScope(organization), null, readings, present);
    };
    return { marks, ingestion, send };
  };
  const restarted = () => new AckWatermarks(deps);
  return { organization, ...open(), open, restarted };
}

async function incompleteOf(marks: AckWatermarks, organization: number) {
  const found: IncompleteDay[] = [];
  for await (const days of marks.incomplete()) found.push(...days.filter((day) => day.organization === organization));
  return found.map(({ day, acknowledged, stored }) => ({
    day,
    missing: acknowledged.readings - stored.readings,
    isOlder: stored.version < acknowledged.version,
  }));
}

const markedOf = async (organization: number) =>
  (
    await stores.relational.pool.query(
      'select day, readings from reading_marks where organization_id = $1 order by day',
      [organization],
    )
  ).rows;

const lose = (where: string, organization: number) =>
  stores.analytics.command({
    sql: `ALTER TABLE readings DELETE WHERE organization = {organization:UInt32} AND ${where} SETTINGS mutations_sync = 1`,
    params: { organization },
  });

test('merges, repetitions and corrections do not count as data loss', async () => {
  const { organization, send, ingestion, restarted } = await anOrganization();
  await send(today - 3, [1, 2, 3, 4]);
  await send(today - 3, [1, 2, 3, 4]);
  await send(today - 3, [5, 6]);
  await send(today - 3, [7, 8, 9, 10, 11]);
  await ingestion.drain();
  expect(await markedOf(organization)).toEqual([{ day: today - 3, readings: 5 }]);
  expect(await incompleteOf(restarted(), organization)).toEqual([]);
  await stores.analytics.command({ sql: 'OPTIMIZE TABLE readings FINAL', params: {} });
  expect(await incompleteOf(restarted(), organization)).toEqual([]);
});

test('a day that lost readings is found, even if it has later ones', async () => {
  const { organization, send, ingestion, restarted } = await anOrganization();
  await send(today - 2, [1, 2, 3]);
  await send(today - 1, [1, 2]);
  await send(today - 1, [4, 5, 6], 'PAD-3');
  await ingestion.drain();
  await lose(`device % 1000 = 1 AND at >= ${(today - 1) * dayMs}`, organization);
  expect(await incompleteOf(restarted(), organization)).toEqual([{ day: today - 1, missing: 2, isOlder: false }]);
  await lose('1', organization);
  expect(await incompleteOf(restarted(), organization)).toEqual([
    { day: today - 2, missing: 3, isOlder: true },
    { day: today - 1, missing: 5, isOlder: true },
  ]);
});

test('a correction that is gone is found, though its reading is there', async () => {
  const { organization, send, ingestion, restarted } = await anOrganization();
  await send(today - 2, [1, 2, 3]);
  await send(today - 2, [9]);
  await ingestion.drain();
  await lose('value = 9', organization);
  expect(await incompleteOf(restarted(), organization)).toMatchObject([{ day: today - 2, isOlder: true }]);
});

test('accepted losses are no longer reported, later losses are', async () => {
  const { organization, send, ingestion, restarted, marks } = await anOrganization();
  await send(today - 2, [1, 2, 3]);
  await ingestion.drain();
  await lose('value = 2', organization);
  const found: IncompleteDay[] = [];
  for await (const days of marks.incomplete()) found.push(...days);
  await marks.accept(found);
  expect(await incompleteOf(restarted(), organization)).toEqual([]);
  await lose('1', organization);
  expect(await incompleteOf(restarted(), organization)).toMatchObject([{ day: today - 2 }]);
});

test('readings past their retention are not missing, whenever their deletion ends', async () => {
  const { organization, send, ingestion, restarted } = await anOrganization();
  for (const day of [today - 9, today - 5, today - 1]) await send(day, [1, 2, 3]);
  await ingestion.drain();
  const rollups = createRollups({
    analytics: stores.analytics,
    clock,
    logError: failing,
    isIngesting: () => false,
    retentions: async () => [{ organizationId: id<OrganizationId>(organization), days: 4 }],
  });
  expect(await rollups.forgetDue()).toEqual([organization]);
  const next = restarted();
  expect(await incompleteOf(next, organization)).toEqual([]);
  expect((await markedOf(organization)).map(({ day }) => day)).toEqual([today - 1]);
});

test('readings are recorded only after they are stored', async () => {
  const { organization, open } = await anOrganization();
  let refuses = false;
  let arrived = () => {};
  let resume = Promise.resolve();
  const { analytics } = stores;
  const slow = {
    ...analytics,
    query: analytics.query,
    command: analytics.command,
    insert: async (table: string, rows: readonly object[]) => {
      arrived();
      await resume;
      if (refuses) throw new Error('the disk is full');
      await analytics.insert(table, rows);
    },
  };
  const { send, marks } = open(slow);
  refuses = true;
  expect((await send(today - 1, [1, 2])).ok).toBe(false);
  await marks.flush();
  expect(await markedOf(organization)).toEqual([]);
  refuses = false;
  let go = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  resume = new Promise((resolve) => {
    go = resolve;
  });
  const sent = send(today - 1, [1, 2]);
  await isThere;
  await marks.flush();
  expect(await markedOf(organization)).toEqual([]);
  go();
  expect((await sent).ok).toBe(true);
  await marks.flush();
  expect(await markedOf(organization)).toEqual([{ day: today - 1, readings: 2 }]);
});

test('readings stored before there were watermarks are recorded once', async () => {
  const { organization, send, ingestion, restarted } = await anOrganization();
  await send(today - 2, [1, 2, 3]);
  await send(today - 2, [4]);
  await ingestion.drain();
  await stores.relational.pool.query('delete from reading_marks');
  await restarted().open();
  expect(await markedOf(organization)).toEqual([{ day: today - 2, readings: 3 }]);
  await lose('value = 2', organization);
  const again = restarted();
  await again.open();
  expect(await incompleteOf(again, organization)).toEqual([{ day: today - 2, missing: 1, isOlder: false }]);
});

test('a site written without ingestion is recounted', async () => {
  const { organization, send, ingestion, marks } = await anOrganization();
  await send(today - 2, [1, 2, 3]);
  await ingestion.drain();
  const installation = id<InstallationId>(organization * 10 + 1);
  await stores.relational.pool.query('delete from reading_marks where organization_id = $1', [organization]);
  await marks.measure({ organization: id<OrganizationId>(organization), installation });
  expect(await markedOf(organization)).toEqual([{ day: today - 2, readings: 3 }]);
});
