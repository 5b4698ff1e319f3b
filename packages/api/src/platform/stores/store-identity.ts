import type pg from 'pg';
import type { AnalyticsStore } from '../analytics-store.ts';
import type { AnalyticsFacts, RelationalFacts } from './decide-identity.ts';

type Client = Pick<pg.PoolClient, 'query'>;

/** Reads the facts of the relational store, which may not have its tables yet. */
export async function readRelationalFacts(client: Client): Promise<RelationalFacts> {
  const isThere = async (table: string) =>
    (await client.query('select to_regclass($1) is not null as found', [`public.${table}`])).rows[0].found as boolean;
  const first = async (sql: string) => (await client.query(sql)).rows[0] as Record<string, unknown> | undefined;
  const id = (await isThere('store_identity')) ? await first('select id from store_identity') : undefined;
  const organization = (await isThere('organizations'))
    ? await first('select id from organizations limit 1')
    : undefined;
  const mark = (await isThere('reading_marks')) ? await first('select day from reading_marks limit 1') : undefined;
  return {
    id: (id?.id as string | undefined) ?? null,
    hasOrganizations: organization !== undefined,
    hasAcknowledged: mark !== undefined,
  };
}

/** Inserts the id unless there is one; returns the stored one. */
export async function claimRelational(client: Client, id: string): Promise<string> {
  await client.query('insert into store_identity (id) values ($1) on conflict do nothing', [id]);
  return (await client.query('select id from store_identity')).rows[0].id;
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Reads the facts of the analytics store. Its id is a view, which has no parts to lose, and the first process to create
 * it wins.
 */
export async function readAnalyticsFacts(analytics: AnalyticsStore): Promise<AnalyticsFacts> {
  const tables = await analytics.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN ('store_identity', 'readings')",
    params: {},
  });
  const has = (wanted: string) => tables.some(({ name }) => name === wanted);
  const found = has('readings') ? await analytics.query({ sql: 'SELECT 1 FROM readings LIMIT 1', params: {} }) : [];
  return { id: has('store_identity') ? await readAnalyticsId(analytics) : null, hasReadings: found.length > 0 };
}

/** Creates the id unless there is one; returns the stored one. */
export async function claimAnalytics(analytics: AnalyticsStore, id: string): Promise<string> {
  if (!isUuid.test(id)) throw new Error(`no id: ${id}`);
  // A view takes no bound values.
  await analytics.command({ sql: `CREATE VIEW IF NOT EXISTS store_identity AS SELECT '${id}' AS id`, params: {} });
  return readAnalyticsId(analytics);
}

async function readAnalyticsId(analytics: AnalyticsStore): Promise<string> {
  const [row] = await analytics.query<{ id: string }>({ sql: 'SELECT id FROM store_identity', params: {} });
  if (row === undefined) throw new Error('the analytics store has an id and does not tell it');
  return row.id;
}
