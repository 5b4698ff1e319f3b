import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { forgetLinksOf } from '../../access/index.ts';
import { issueToken } from '../../access/single-use-tokens/single-use-tokens.ts';
import { ReadingMarks } from '../../measurements/index.ts';
import { createRollups, dayMs, daysOf } from '../../measurements/rollups/index.ts';
import {
  firstForgettable,
  forgettableDays,
  forgettableReadings,
} from '../../measurements/rollups/testing/forgettable.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { fillEmptyTables } from '../../platform/upgrades/fill-tables.ts';
import { eraseOrganization } from './index.ts';

const stores = useTestStores();
const files = testFiles().store;
const logError = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};
const erase = (organization: number, broken: Partial<FileStore> = {}) => {
  const { db } = stores.relational;
  const forgetLinks = (id: OrganizationId) => forgetLinksOf(db, id);
  const forgetAcknowledged = async (id: OrganizationId) =>
    new ReadingMarks({ db, analytics: stores.analytics, logError }).forgetOrganization(id);
  const deps = { db, analytics: stores.analytics, files: { ...files, ...broken }, forgetAcknowledged, forgetLinks };
  return eraseOrganization(deps, organization as OrganizationId);
};

test('an erasure that is interrupted once the readings are gone is no loss, and is done again', async () => {
  const { db, pool } = stores.relational;
  const { analytics } = stores;
  const organization = await stores.freshOrganization('Interrupted');
  const kept = await stores.freshOrganization('Beside it');
  for (const each of [organization, kept]) {
    const [site] = (
      await pool.query(
        "insert into installations (organization_id, key, name, timezone) values ($1, 'hall', 'Hall', 'UTC') returning id",
        [each],
      )
    ).rows;
    const row = { organization: each, installation: site.id, metric: 'affluenceIn', device: each, value: 4 };
    await analytics.insert('readings', [row]);
    const site1 = { organization: each as OrganizationId, installation: site.id };
    await new ReadingMarks({ db, analytics, logError }).measure(site1);
  }
  const missing = async () => {
    const days = [];
    for await (const month of new ReadingMarks({ db, analytics, logError }).incomplete()) days.push(...month);
    return days;
  };
  const marked = async () => {
    const { rows } = await pool.query('select organization_id as of from reading_marks order by 1');
    return rows.map(({ of }) => of);
  };
  expect(await marked()).toEqual([organization, kept]);
  await expect(erase(organization, { deleteOf: () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed');
  expect(await missing()).toEqual([]);
  expect(await marked()).toEqual([kept]);
  await erase(organization);
  expect((await pool.query("select 1 from organizations where name = 'Interrupted'")).rows).toEqual([]);
});

test('no table of the settings keeps anything of an organization that was erased', async () => {
  const { pool } = stores.relational;
  const client = await pool.connect();
  // First, so that whatever may refer to it does.
  const [organization] = (await pool.query("insert into organizations (name) values ('Ours') returning id")).rows;
  const filled = [...(await fillEmptyTables(client as unknown as pg.Client))];
  // Its row was made before there were people, so it was nobody's.
  await pool.query('delete from single_use_tokens');
  filled.push(...(await fillEmptyTables(client as unknown as pg.Client)));
  client.release();
  expect(filled.length).toBeGreaterThan(40);
  await erase(organization.id);
  const left: string[] = [];
  // The installation's own.
  for (const { table } of filled)
    if (table !== 'store_identity' && (await pool.query(`select 1 from "${table}" limit 1`)).rows.length > 0)
      left.push(table);
  expect(left).toEqual([]);
});

test('ways out of mails go with the organization whose mails they were', async () => {
  const { db, pool } = stores.relational;
  for (const organizationId of [91, 92])
    await issueToken(db, 'unsubscribe', { organizationId, reportId: 1, email: 'ann@example.com' }, 0);
  await erase(91);
  const { rows } = await pool.query("select details ->> 'organizationId' as of from single_use_tokens");
  expect(rows).toEqual([{ of: '92' }]);
});

test('no table of the readings does, and all keep what is of others', async () => {
  const { analytics } = stores;
  const rollups = createRollups({
    analytics,
    clock: aClock(firstForgettable + (forgettableDays + 1) * dayMs),
    logError,
    isIngesting: () => false,
  });
  const [gone, kept] = [82_001, 82_002];
  for (const organization of [gone, kept]) {
    const rows = forgettableReadings(organization);
    const end = await rollups.ledger.writing(daysOf(rows));
    await analytics.insert('readings', rows);
    end();
    await rollups.rollAll(organization, Number.POSITIVE_INFINITY);
  }
  const tables = await analytics.query<{ table: string }>({
    sql: `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'organization' ORDER BY table`,
    params: {},
  });
  const rowsOf = async (organization: number) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async ({ table }) => {
          const sql = `SELECT toFloat64(count()) AS rows FROM ${table} FINAL WHERE organization = {organization:UInt32}`;
          const [row] = await analytics.query<{ rows: number }>({ sql, params: { organization } });
          return [table, row?.rows] as const;
        }),
      ),
    );
  const before = await rowsOf(kept);
  expect(await rowsOf(gone)).toEqual(before);
  expect(Object.values(before).filter((rows) => rows !== 0).length).toBeGreaterThan(2);
  await erase(gone);
  expect(new Set(Object.values(await rowsOf(gone)))).toEqual(new Set([0]));
  expect(await rowsOf(kept)).toEqual(before);
});
