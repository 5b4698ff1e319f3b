import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { isStoreAway } from '../relational/index.ts';
import { StartRefused } from '../start-refused.ts';
import { serverPlace } from '../store-identity/index.ts';
import { askClickhouse } from './ask-clickhouse.ts';
import { askNats } from './ask-nats.ts';
import { askPostgres } from './ask-postgres.ts';

export interface Patience {
  /** ms to wait for a server that is still starting. */
  readonly startMs: number;
  /** ms for one attempt. A server that accepts the connection and stays silent is not the right one. */
  readonly answerMs: number;
}

const usualPatience: Patience = { startMs: 3000, answerMs: 5000 };
const retryMs = 100;

/**
 * Throws `StartRefused` with one line per server that does not answer as configured. Runs before anything is created:
 * no data folder, and nothing in the other store.
 */
export async function ensureStoresAnswer(
  { databaseUrl, clickhouseUrl, natsUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl' | 'natsUrl'>,
  patience: Patience = usualPatience,
): Promise<void> {
  const refusals = await Promise.all([
    databaseUrl === null ? null : whyUnusable('DATABASE_URL', databaseUrl, askPostgres, patience),
    clickhouseUrl === null ? null : whyUnusable('CLICKHOUSE_URL', clickhouseUrl, askClickhouse, patience),
    natsUrl === null ? null : whyUnusable('NATS_URL', natsUrl, askNats, patience),
  ]);
  const told = refusals.filter((line) => line !== null);
  if (told.length > 0) throw new StartRefused(told.join('\n'));
}

/** Returns null when the server answers. */
async function whyUnusable(
  setting: 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'NATS_URL',
  url: string,
  ask: (url: string, answerMs: number) => Promise<void>,
  { startMs, answerMs }: Patience,
): Promise<string | null> {
  const until = performance.now() + startMs;
  for (;;) {
    try {
      await ask(url, answerMs);
      return null;
    } catch (error) {
      if (performance.now() >= until || !isStoreAway(error))
        return `${serverPlace(setting, url)} cannot be used: ${reasonOf(error)}`;
    }
    await delay(retryMs);
  }
}

const mostLetters = 200;

/** Node reports a name with several addresses as an error without a message. Servers may send long messages. */
function reasonOf(error: unknown): string {
  const told = (error instanceof AggregateError ? error.errors : [error]).map(({ message }) => message).join(', ');
  const line = told.replaceAll(/\s+/g, ' ').trim();
  return line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line;
}
