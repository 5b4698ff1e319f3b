import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { isStoreUnreachable } from '../relational/index.ts';
import { StartRefused } from '../start-refused.ts';
import { describeServer } from '../store-identity/index.ts';
import { checkClickhouse } from './check-clickhouse.ts';
import { checkNats } from './check-nats.ts';
import { checkPostgres } from './check-postgres.ts';

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
