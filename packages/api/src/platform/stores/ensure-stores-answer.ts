import { setTimeout as delay } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { parseNatsUrl } from '../bus/open-bus.ts';
import type { Config } from '../config/read-config.ts';
import { StartRefused } from '../failures.ts';
import { isStoreUnreachable } from '../relational/relational-errors.ts';
import { describeServer } from './describe-stores.ts';

export interface StartTimeouts {
  /** ms to wait for a server that is still starting. */
  readonly startMs: number;
  /** ms for one attempt. A server that accepts the connection and stays silent is not the right one. */
  readonly answerMs: number;
}

const defaultTimeouts: StartTimeouts = { startMs: 3000, answerMs: 5000 };
const retryMs = 100;

/**
 * Throws `StartRefused` with one line per server that does not answer as configured. Runs before anything is created:
 * no data folder, and nothing in the other store.
 */
export async function ensureStoresAnswer(
  { databaseUrl, clickhouseUrl, natsUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'natsUrl'>,
  patience: StartTimeouts = defaultTimeouts,
): Promise<void> {
  const refusals = await Promise.all([
    databaseUrl === null ? null : checkServer('DATABASE_URL', databaseUrl, checkPostgres, patience),
    clickhouseUrl === null ? null : checkServer('CLICKHOUSE_URL', clickhouseUrl, checkClickhouse, patience),
    natsUrl === null ? null : checkServer('NATS_URL', natsUrl, checkNats, patience),
  ]);
  const told = refusals.filter((line) => line !== null);
  if (told.length > 0) throw new StartRefused(told.join('\n'));
}

/** Returns null when the server answers. */
async function checkServer(
  setting: 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'NATS_URL',
  url: string,
  ask: (url: string, answerMs: number) => Promise<void>,
  { startMs, answerMs }: StartTimeouts,
): Promise<string | null> {
  const until = performance.now() + startMs;
  for (;;) {
    try {
      await ask(url, answerMs);
      return null;
    } catch (error) {
      if (performance.now() >= until || !isStoreUnreachable(error))
        return `${describeServer(setting, url)} cannot be used: ${reasonOf(error)}`;
    }
    await delay(retryMs);
  }
}

const maxLength = 200;

/** Node reports a name with several addresses as an error without a message. Servers may send long messages. */
function reasonOf(error: unknown): string {
  const told = (error instanceof AggregateError ? error.errors : [error]).map(({ message }) => message).join(', ');
  const line = told.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

/** Rejects with the reason when the NATS server refuses the connection or does not answer. */
async function checkNats(url: string, answerMs: number): Promise<void> {
  const connection = await connect({ ...parseNatsUrl(url), name: 'atrium', timeout: answerMs, reconnect: false });
  try {
    await connection.flush();
  } finally {
    await connection.close();
  }
}

/** Rejects with the reason when the ClickHouse server refuses the connection or does not answer. */
async function checkClickhouse(url: string, answerMs: number): Promise<void> {
  const client = createClient({
    url,
    application: 'atrium',
    request_timeout: answerMs,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const result = await client.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' });
    const rows: unknown = await result.json().catch(() => null);
    // Any web server would answer the query with some page.
    if (JSON.stringify(rows) !== '[{"one":1}]') throw new Error('what answers there is no ClickHouse');
  } finally {
    await client.close();
  }
}

/** Rejects with the reason when the PostgreSQL server refuses the connection or does not answer. */
async function checkPostgres(url: string, answerMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    application_name: 'atrium',
  });
  // The failure also rejects the query. An unhandled error event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // Not awaited, because a silent server may never close the connection.
    void client.end().catch(() => {});
  }
}
