import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import type { RetentionConfig } from '../../platform/config/read-config.ts';
import { createFileStore } from '../../platform/files/index.ts';
import type { ExpiringRows } from '../../platform/relational/expiring-rows.ts';
import type { OwnedFiles } from '../../platform/relational/owned-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { deleteExpiredRows, findKeptDays } from './delete-expired.ts';
import { deleteOrphanedFiles } from './delete-orphaned-files.ts';
import { tableGrowth } from './table-growth.ts';

const stores = useTestStores();
const now = Date.parse('2026-06-15T12:00:00Z');
const clock = aClock(now);
const forever: RetentionConfig = { auditDays: null, alertLogDays: null };
const logError = vi.fn();
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await stores.relational.pool.query(text, [...values])).rows;
const count = async (table: string, where = 'true') =>
  (await sql(`select count(*)::int as count from ${table} where ${where}`))[0].count as number;

let expiring: readonly ExpiringRows[];
let ownedFiles: readonly OwnedFiles[];
const run = (kept = forever, over: Partial<Parameters<typeof deleteExpiredRows>[0]> = {}) =>
  deleteExpiredRows({ expiring, kept, clock, logError, ...over }, new AbortController().signal);

beforeAll(() => {
  const { db } = stores.relational;
  const { modules } = testServices({ db, analytics: stores.analytics }, clock);
  expiring = modules.flatMap((one) => one.expiring ?? []);
  ownedFiles = modules.flatMap((one) => one.ownedFiles ?? []);
});

describe('every table', () => {
  it('has a stated growth: a new table needs a limit, or a reason to grow', async () => {
    const tables = await sql("select table_name as name from information_schema.tables where table_schema = 'public'");
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableGrowth).sort());
  });

  it('with days or a setting is offered by its module, once', () => {
    const limited = Object.entries(tableGrowth).filter(([, growth]) => 'days' in growth || 'setting' in growth);
    expect(expiring.map(({ table }) => table).sort()).toEqual(limited.map(([table]) => table).sort());
  });

  it('that goes with another is deleted by the database with it', async () => {
    for (const [table, growth] of Object.entries(tableGrowth)) {
      if (!('goesWith' in growth)) continue;
      const keys = await sql(
        `select 1 from pg_constraint where contype = 'f' and confdeltype = 'c'
         and conrelid = $1::regclass and confrelid = $2::regclass`,
        [table, growth.goesWith],
      );
      expect(keys.length, table).toBeGreaterThan(0);
    }
  });

  it('with days is in the table for operators, with the same days', () => {
    const page = readFileSync(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8');
    for (const [table, growth] of Object.entries(tableGrowth))
      if ('days' in growth)
        expect(page, table).toContain(`| ${growth.holds} | ${growth.days} ${growth.days === 1 ? 'day' : 'days'} |`);
  });
});

describe('expired rows', () => {
  let organization: number;
  let user: number;
  let site: number;

  beforeEach(async () => {
    logError.mockClear();
    organization = await stores.freshOrganization();
    const [profile] = await sql(
      "insert into profiles (organization_id, name, rights) values ($1, 'x', '{}') returning id",
      [organization],
    );
    const [person] = await sql(
      `insert into users (organization_id, profile_id, email, role) values ($1, $2, $3, 'user') returning id`,
      [organization, profile.id, `${organization}@x.example`],
    );
    const [installation] = await sql(
      "insert into installations (organization_id, key, name, timezone, opening_hours, creation_date) values ($1, 'x', 'X', 'UTC', '{}', now()) returning id",
      [organization],
    );
    user = person.id;
    site = installation.id;
  });

  /** Inserts a row for each number of days, which ended so many days ago. */
  const rows: Readonly<Record<string, (days: number) => Promise<unknown>>> = {
    sessions: (days) =>
      sql('insert into sessions (user_id, created_at, expires_at) values ($1, $2, $2)', [user, ago(days)]),
    pending_sign_ins: (days) =>
      sql('insert into pending_sign_ins (token_hash, user_id, expires_at) values ($3, $1, $2)', [
        user,
        ago(days),
        `${days}`,
      ]),
    one_time_codes: (days) =>
      sql(
        `insert into one_time_codes (user_id, purpose, contact, destination, code_hash, issued_at, expires_at)
         values ($1, $3, 'email', 'x', 'x', $2, $2)`,
        [user, ago(days), days > 1 ? 'sign-in' : 'verify-email'],
      ),
    single_use_tokens: (days) =>
      sql(
        `insert into single_use_tokens (purpose, token_hash, user_id, details, created_at, expires_at)
         values ('password-reset', $3, $1, '{}', $2, $2)`,
        [user, ago(days), `${user}-${days}`],
      ),
    trusted_browsers: (days) =>
      sql('insert into trusted_browsers (user_id, device_hash, created_at, expires_at) values ($1, $3, $2, $2)', [
        user,
        ago(days),
        `${days}`,
      ]),
    known_browsers: (days) =>
      sql('insert into known_browsers (user_id, device_hash, seen_at) values ($1, $3, $2)', [
        user,
        ago(days),
        `${days}`,
      ]),
    short_links: (days) =>
      sql(
        `insert into short_links (organization_id, code, path, query, created_at, expires_at)
         values ($1, $3, '/', '', $2, $2)`,
        [organization, ago(days), `${organization}-${days}`],
      ),
    outbox: (days) =>
      sql(
        `insert into outbox (organization_id, channel, recipient, dedupe_key, message_id, status, created_at, next_attempt_at)
         values ($1, 'mail', 'x', $3, $3, 'sent', $2, $2)`,
        [organization, ago(days), `${organization}-${days}`],
      ),
    export_jobs: (days) =>
      sql(
        `insert into export_jobs (organization_id, request, state, created_at, finished_at, rows_total)
         values ($1, '{}', 'failed', $2, $2, 0)`,
        [organization, ago(days)],
      ),
    report_deliveries: (days) =>
      sql("insert into report_deliveries (organization_id, kind, at, state) values ($1, 'once', $2, 'sent')", [
        organization,
        ago(days),
      ]),
  };

  it.each(Object.keys(rows))('of %s go after their days, and not before', async (table) => {
    const days = findKeptDays(table, forever) ?? 0;
    const insert = rows[table] as (days: number) => Promise<unknown>;
    await insert(days + 1);
    await insert(days - 0.01);
    expect((await run()).deleted).toEqual({ [table]: 1 });
    expect(await count(table)).toBe(1);
    expect((await run()).deleted).toEqual({});
    await sql(`delete from ${table}`);
  });

  it('of code attempts go with their day', async () => {
    await sql('insert into code_tries (user_id, tries, since) values ($1, 3, $2)', [user, ago(1.1)]);
    expect((await run()).deleted).toEqual({ code_tries: 1 });
  });

  it('stay while work needs them, however old they are', async () => {
    await sql(
      `insert into outbox (organization_id, channel, recipient, dedupe_key, message_id, created_at, next_attempt_at)
       values ($1, 'mail', 'x', 'w', 'w', $2, $2)`,
      [organization, ago(500)],
    );
    await sql(
      `insert into export_jobs (organization_id, request, state, created_at, rows_total) values ($1, '{}', 'running', $2, 0)`,
      [organization, ago(500)],
    );
    await sql("insert into report_deliveries (organization_id, kind, at) values ($1, 'once', $2)", [
      organization,
      ago(500),
    ]);
    const code = `insert into one_time_codes (user_id, purpose, contact, destination, code_hash, issued_at, expires_at, used_at)
       values ($1, 'invitation', 'email', 'x', 'x', $2, $2, $3)`;
    await sql(code, [user, ago(2), ago(0.01)]);
    expect((await run()).deleted).toEqual({});
    for (const table of ['outbox', 'export_jobs', 'report_deliveries', 'one_time_codes'])
      await sql(`delete from ${table}`);
  });

  it('of invitations go only if the person has a newer one', async () => {
    const insert = (days: number, accepted: string | null = null) =>
      sql(
        `insert into invitations (organization_id, user_id, token_hash, created_at, expires_at, accepted_at)
         values ($1, $2, gen_random_uuid()::text, $3, $3, $4)`,
        [organization, user, ago(days), accepted],
      );
    await insert(300, ago(300));
    await insert(200);
    await insert(100);
    expect((await run()).deleted).toEqual({ invitations: 1 });
    expect(
      (await sql('select expires_at as at from invitations order by id')).map(({ at }) => at.toISOString()),
    ).toEqual([ago(300), ago(100)]);
  });

  describe('of the alert log', () => {
    let alert: number;
    const entry = async (begin: number, end: number | null) => {
      const [row] = await sql(
        `insert into alert_logs (organization_id, installation_id, alert_id, condition_type, metrics, date_begin, date_end, place)
         values ($1, $2, $3, 'threshold', '[]', $4, $5, 'site') returning id`,
        [organization, site, alert, ago(begin), end === null ? null : ago(end)],
      );
      return row.id as number;
    };
    const step = (at: number, log: number | null) =>
      sql(
        `insert into alert_transitions (organization_id, alert_id, place, kind, at, seen_at, log_id)
         values ($1, $2, 'site', 'phase', $3, $3, $4)`,
        [organization, alert, ago(at), log],
      );
    const notice = (at: number, log: number) =>
      sql(
        `insert into alert_notifications (alert_id, log_id, channel, about, recipient, at)
         values ($1, $2, 'email', 'fired', 'x', $3)`,
        [alert, log, ago(at)],
      );

    beforeEach(async () => {
      const [row] = await sql(
        "insert into alerts (organization_id, installation_id, name, created_at) values ($1, $2, 'x', $3) returning id",
        [organization, site, ago(1000)],
      );
      alert = row.id;
    });

    it('stay forever without the setting', async () => {
      const log = await entry(900, 899);
      await step(900, log);
      await step(890, null);
      expect((await run()).deleted).toEqual({});
    });

    it('go with their history and notifications, while entries that fire or are younger keep theirs', async () => {
      const old = await entry(900, 200);
      await step(900, old);
      await notice(900, old);
      const recent = await entry(50, 49);
      await step(50, recent);
      await notice(50, recent);
      await run({ ...forever, alertLogDays: 100 });
      expect(await sql('select id from alert_logs where alert_id = $1', [alert])).toEqual([{ id: recent }]);
      expect(await sql('select log_id as id from alert_transitions where alert_id = $1', [alert])).toEqual([
        { id: recent },
      ]);
      expect(await sql('select log_id as id from alert_notifications where alert_id = $1', [alert])).toEqual([
        { id: recent },
      ]);
    });

    it('of an alert that has fired for longer keep the steps before it', async () => {
      const firing = await entry(300, null);
      await step(300, firing);
      await step(301, null);
      await run({ ...forever, alertLogDays: 100 });
      expect(await count('alert_transitions', `alert_id = ${alert}`)).toBe(2);
      await sql('update alert_logs set date_end = $2 where id = $1', [firing, ago(150)]);
      await run({ ...forever, alertLogDays: 100 });
      expect(await count('alert_transitions', `alert_id = ${alert}`)).toBe(0);
    });
  });

  describe('of the audit log', () => {
    const audit = (at: string) =>
      sql("insert into audit_entries (organization_id, at, action, details) values ($1, $2, 'user.signedIn', '{}')", [
        organization,
        at,
      ]);
    const own = () => count('audit_entries', `organization_id = ${organization}`);
    // The database compares with its own clock.
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

    it('stay forever without the setting, and go after its days', async () => {
      clock.time = Date.now();
      await audit(daysAgo(400));
      await audit(daysAgo(300));
      await run();
      expect(await own()).toBe(2);
      await run({ ...forever, auditDays: 365 });
      expect(await own()).toBe(1);
      clock.time = now;
    });

    it('are refused by the database in their first 90 days, even to this task', async () => {
      clock.time = Date.now();
      await audit(daysAgo(80));
      await run({ ...forever, auditDays: 60 });
      expect(await own()).toBe(1);
      expect(logError).toHaveBeenCalledWith('expired rows of audit_entries could not be deleted', expect.anything());
      await expect(sql('delete from audit_entries where organization_id = $1', [organization])).rejects.toThrow(
        'cannot be changed',
      );
      clock.time = now;
    });
  });

  it('are deleted in bounded batches, and the rest in the next run', async () => {
    for (let i = 0; i < 7; i += 1) await rows.sessions?.(10);
    const limits = { batch: 2, batches: 2 };
    expect(await run(forever, { limits })).toEqual({ deleted: { sessions: 4 }, hasMore: true });
    expect(await run(forever, { limits })).toEqual({ deleted: { sessions: 3 }, hasMore: false });
  });

  it('of other tables go although one table fails', async () => {
    await rows.sessions?.(10);
    const broken = { table: 'outbox', deleteBefore: () => Promise.reject(new Error('no')) };
    expect((await run(forever, { expiring: [broken, ...expiring] })).deleted).toEqual({ sessions: 1 });
    expect(logError).toHaveBeenCalledOnce();
  });
});

describe('stored files without a row', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-orphans-'));
  const files = createFileStore(folder);
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = async (key: string, days: number) => {
    await files.put(key, Buffer.from('x'));
    const at = new Date(now - days * 86_400_000);
    utimesSync(join(folder, key), at, at);
  };

  it('are deleted a day after they were written, and those of a row stay', async () => {
    const organization = await stores.freshOrganization();
    await sql('update organizations set logo = $2 where id = $1', [organization, `logos/${organization}/used.webp`]);
    for (const kind of ['exports', 'logos', 'pictures', 'sales-imports']) {
      await put(`${kind}/${organization}/orphan.webp`, 1.1);
      await put(`${kind}/${organization}/new.webp`, 0.9);
    }
    await put(`logos/${organization}/used.webp`, 500);
    await put(`plans/${organization}/12.png`, 500);
    const run = () => deleteOrphanedFiles({ ownedFiles, files, clock }, new AbortController().signal);
    expect((await run()).toSorted()).toEqual(
      ['exports', 'logos', 'pictures', 'sales-imports'].map((kind) => `${kind}/${organization}/orphan.webp`),
    );
    expect(await files.list(`logos/${organization}`)).toHaveLength(2);
    expect(await files.has(`plans/${organization}/12.png`)).toBe(true);
    expect(await run()).toEqual([]);
  });
});
