import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { AckWatermarks } from '../../../numbers/ack-watermarks/ack-watermarks.ts';
import { dayMs } from '../../../numbers/rollups/dirty-days.ts';
import { createRollups } from '../../../numbers/rollups/rollups.ts';
import { listSiteDays } from '../../../numbers/rollups/site-days.ts';
import {
  buildExpiringReadings,
  expiringDays,
  firstExpiringDay,
} from '../../../numbers/rollups/testing/expiring-readings.ts';
import type { FileStore } from '../../../platform/files/index.ts';
import { fillEmptyTables } from '../../../platform/stores/fill-tables.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';
import { issueToken } from '../../access/codes/single-use-tokens.ts';
import { deleteOrganizationLinks } from '../../access/index.ts';
import { eraseOrganization } from './index.ts';

const stores = useTestStores();
const files = testFiles().store;
const logError = (message: string, error: unknown) => {
  throw new Error(message, { cause: error });
};
const erase = (organization: number, broken: Partial<FileStore> = {}) => {
  const { db } = stores.relational;
  const forgetLinks = (id: OrganizationId) => deleteOrganizationLinks(db, id);
  const forgetAcknowledged = async (id: OrganizationId) =>
    new AckWatermarks({ db, analytics: stores.analytics, logError }).forgetOrganization(id);
  const deps = { db, analytics: stores.analytics, files: { ...files, ...broken }, forgetAcknowledged, forgetLinks };
  return eraseOrganization(deps, organization as OrganizationId);
};

test('no table of the settings keeps anything of an organization that was erased', async () => {
  const { pool } = stores.relational;
  const client = await pool.connect();
  // Comes first, because other tables refer to it.
  const [organization] = (await pool.query("insert into organizations (name) values ('Ours') returning id")).rows;
  const filled = [...(await fillEmptyTables(client as unknown as pg.Client))];
  // Its row was inserted before any user, so it belonged to none.
  await pool.query('delete from single_use_tokens');
  filled.push(...(await fillEmptyTables(client as unknown as pg.Client)));
  client.release();
  expect(filled.length).toBeGreaterThan(40);
  await erase(organization.id);
  const left: string[] = [];
  const ofInstallation = new Set(['store_identity', 'operation_runs']);
  for (const { table } of filled)
    if (!ofInstallation.has(table) && (await pool.query(`select 1 from "${table}" limit 1`)).rows.length > 0)
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
    clock: aClock(firstExpiringDay + (expiringDays + 1) * dayMs),
    logError,
    isIngesting: () => false,
  });
  const [gone, kept] = [82_001, 82_002];
  for (const organization of [gone, kept]) {
    const rows = buildExpiringReadings(organization);
    const end = await rollups.ledger.writing(listSiteDays(rows));
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

const hall = (name: string) => `
organization: { name: ${name} }
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: ${name}-1, kind: pad, passage: door, interval: 300 }]
`;

test('an erasure that is interrupted once the readings are gone is no loss, and is done again', async () => {
  const { db, pool } = stores.relational;
  const { analytics } = stores;
  const { provisioning, ingestion, marks } = testServices({ db, analytics }, aClock('2026-03-05T12:00:00Z'));
  const made: OrganizationId[] = [];
  for (const name of ['Interrupted', 'Kept']) {
    const options = { dryRun: false, prune: false, within: null };
    const { organizationId, problems } = await applySiteFile(provisioning, hall(name), options);
    if (organizationId === null) throw new Error(JSON.stringify(problems));
    const reading = { device: `${name}-1`, metric: 'affluenceIn', at: '2026-03-03T10:00:00Z', interval: 300, value: 4 };
    await ingestion.ingestReadings(systemScope(organizationId), null, [reading], Date.UTC(2026, 2, 5));
    made.push(organizationId);
  }
  await marks.flush();
  const [gone, kept] = made as [OrganizationId, OrganizationId];
  const marked = async () => {
    const { rows } = await pool.query(
      'select organization_id as of from reading_marks where organization_id = any($1)',
      [made],
    );
    return rows.map(({ of }) => of).sort();
  };
  expect(await marked()).toEqual([gone, kept].sort());
  await expect(erase(gone, { deleteOf: () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed');
  const missing = [];
  for await (const month of new AckWatermarks({ db, analytics, logError }).incomplete()) missing.push(...month);
  expect(missing.filter(({ organization }) => made.includes(organization))).toEqual([]);
  expect(await marked()).toEqual([kept]);
  await erase(gone);
  expect((await pool.query('select name from organizations where id = any($1)', [made])).rows).toEqual([
    { name: 'Kept' },
  ]);
});
