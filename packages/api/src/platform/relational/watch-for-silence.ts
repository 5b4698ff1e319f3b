import pg from 'pg';
import { withinTime } from '../concurrency/within-time.ts';

export interface SilenceLimits {
  /** How long a connection is in use before the server is asked whether it is there at all. */
  readonly usedMs: number;
  /** How long it may take for an answer to that; it is asked twice. */
  readonly answerMs: number;
}

const usualLimits: SilenceLimits = { usedMs: 2000, answerMs: 3000 };
const looksWithin = 4;
/** A long statement on a server that answers is asked about this rarely. */
const restMs = 5000;

/**
 * A server that is paused, or whose machine vanished, breaks no connection: statements would wait for it without end,
 * since the limit on their time is the server's own. Where one takes long, the server is asked on a connection of its
 * own; if it is silent, every connection of the pool is ended, and whoever waits on one reads that the store is away.
 * Returns what ends the watch.
 */
export function watchForSilence(
  pool: pg.Pool,
  address: pg.ClientConfig,
  onSilence: () => void,
  limits: SilenceLimits = usualLimits,
): () => void {
  /** Since when each is in use; null: it is not. */
  const clients = new Map<pg.PoolClient, number | null>();
  pool.on('acquire', (client) => void clients.set(client, performance.now()));
  /** When it was last done with a statement, well or not. */
  let heardAt = Number.NEGATIVE_INFINITY;
  pool.on('release', (_error, client) => {
    heardAt = performance.now();
    if (clients.has(client)) clients.set(client, null);
  });
  pool.on('remove', (client) => void clients.delete(client));

  let restUntil = 0;
  let isAsking = false;
  const isLong = (since: number | null) => since !== null && performance.now() - since >= limits.usedMs;
  async function look(): Promise<void> {
    if (isAsking || performance.now() < restUntil || ![...clients.values()].some(isLong)) return;
    isAsking = true;
    const askedAt = performance.now();
    // Twice: once may be our own loop that was held up. Where there is much to do a new connection takes longer than what
    // is asked on those there are: whoever answers any of them is there.
    const isThere =
      (await answers(address, limits.answerMs)) || (await answers(address, limits.answerMs)) || heardAt > askedAt;
    isAsking = false;
    restUntil = performance.now() + restMs;
    if (isThere) return;
    onSilence();
    restUntil = 0;
    for (const [client, since] of [...clients]) {
      clients.delete(client);
      if (since === null) client.emit('error', new Error('Connection terminated: the server is silent'));
      else void client.end();
    }
  }
  const timer = setInterval(() => void look(), limits.usedMs / looksWithin);
  timer.unref();
  return () => clearInterval(timer);
}

/** Also a refusal in the server's own words is an answer. */
async function answers(address: pg.ClientConfig, milliseconds: number): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: milliseconds, application_name: 'atrium' });
  client.on('error', () => {});
  try {
    await withinTime(
      client.connect().then(() => client.query('select 1')),
      milliseconds,
    );
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    client.end().catch(() => {});
  }
}
