import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import { pino } from 'pino';
import { type Atrium, startAtrium } from '../../../app/main.ts';
import { createPlatformServices } from '../../../app/services.ts';
import { readConfig } from '../../../platform/config/read-config.ts';
import type { WelcomeLine } from '../../../platform/module.ts';
import { openPlatform } from '../../../platform/open-platform.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ClosingStack } from '../../../platform/process.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';

/** Content of a data folder per organization name: row counts, and readings by site and day. */
export interface Contents {
  readonly welcome: readonly WelcomeLine[];
  readonly rows: readonly unknown[];
  readonly readings: readonly unknown[];
  readonly accounts: readonly unknown[];
  readonly plans: number;
  /** Number of keys in the state file that are valid. */
  readonly validKeys: number;
  readonly state: { readonly deliveredUntil: number; readonly keys: Readonly<Record<string, string>> } | null;
  readonly warnings: readonly string[];
}

/** A Friday afternoon in Europe, the same for every start, so that the history is the same too. */
const clock = aClock('2026-03-06T13:37:00Z');

const tables =
  'installations zones passages devices users profiles tags dashboards alert_logs map_views ingest_keys export_jobs repeating_exports'.split(
    ' ',
  );

async function contentsOf(platform: Platform): Promise<Omit<Contents, 'welcome' | 'warnings'>> {
  const { relational, analytics, files, folder } = platform;
  const counts = tables.map((table) => `(select count(*)::int from ${table} where organization_id = o.id) as ${table}`);
  const { rows } = await relational.pool.query(
    `select o.name, ${counts.join(', ')},
      (select count(*)::int from sales_receipts where organization_id = o.id) as receipts,
      (select sum(turnover)::text from sales_receipts where organization_id = o.id) as turnover,
      (select sum(readings)::int from reading_marks where organization_id = o.id) as marked
    from organizations o order by o.name`,
  );
  const named = await relational.pool.query('select id, key, organization_id from installations');
  const { rows: ids } = await relational.pool.query('select id from organizations');
  const { rows: accounts } = await relational.pool.query(
    'select email, password_hash is not null as "hasPassword" from users order by email',
  );
  const readings = await analytics.query<{ installation: number }>({
    sql: `SELECT installation, metric, intDiv(at, 86400000)::UInt32 AS day, count() AS readings, round(sum(value), 3) AS sum
      FROM readings FINAL GROUP BY installation, metric, day ORDER BY installation, metric, day`,
    params: {},
  });
  const keys = new Map(named.rows.map(({ id, key }) => [id, key]));
  const plans = await Promise.all(ids.map(({ id }) => files.list(`plans/${id}`)));
  const state: Contents['state'] = JSON.parse(
    await readFile(join(folder.path, 'demo.json'), 'utf8').catch(() => 'null'),
  );
  const { access } = createPlatformServices(platform);
  const verified = await Promise.all(Object.values(state?.keys ?? {}).map((key) => access.ingestKeys.verify(key)));
  return {
    rows,
    accounts,
    readings: readings.map(({ installation, ...rest }) => [keys.get(installation), ...Object.values(rest)]),
    plans: plans.flat().length,
    state,
    validKeys: verified.filter((key) => key !== null).length,
  };
}

/** Starts the product on the folder of the environment. Kills it at the given step of the seeding, if any. */
async function startDemo(killAt: number): Promise<void> {
  let steps = 0;
  const warnings: string[] = [];
  const logger = pino(
    { level: 'debug' },
    {
      write(line: string) {
        const { step, level, msg } = JSON.parse(line);
        if (level >= 40) warnings.push(msg);
        if (step !== undefined && ++steps === killAt) process.kill(process.pid, 'SIGKILL');
      },
    },
  );
  const config = readConfig(process.env);
  if (!config.ok) throw new Error(config.error.join(', '));
  const atrium: Atrium = await startAtrium(config.value, logger, clock);
  await atrium.close();
  const closing = new ClosingStack(createLogger('silent'));
  const contents = await contentsOf(await openPlatform(config.value, createLogger('silent'), closing, { clock }));
  await closing.close();
  process.send?.({ welcome: atrium.welcome, warnings, ...contents } satisfies Contents);
  process.disconnect?.();
}

await startDemo(Number(process.argv[2] ?? 0));
