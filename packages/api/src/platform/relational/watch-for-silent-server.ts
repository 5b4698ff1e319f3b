import pg from 'pg';
import { withTimeout } from '../concurrency/with-timeout.ts';

export interface SilenceLimits {
  /** ms of use of a connection after which the server is checked. */
  readonly usedMs: number;
  /** Timeout of one check in ms; the server is checked twice. */
  readonly answerMs: number;
}

const defaultLimits: SilenceLimits = { usedMs: 2000, answerMs: 3000 };
const looksWithin = 4;
/** Minimum ms between two checks, for long statements on a server that answers. */
const minPauseMs = 5000;

/**
 * Detects a server that is paused or whose machine vanished. Its connections do not break, and the statement timeout is
 * enforced by the server itself, so statements would wait forever. While a statement takes long, the server is checked
 * on a separate connection. If it is silent, all connections of the pool are ended, and waiting callers get an error
 * that the store is unreachable. Returns a function that ends the watch.
 */
export function watchForSilentServer(
  pool: pg.Pool,
  address: pg.ClientConfig,
  onSilence: () => void,
  limits: SilenceLimits = defaultLimits,
): () => void {
  /** Start of use of each connection; null while idle. */
  const clients = new Map<pg.PoolClient, number | null>();
  pool.on('acquire', (client) => void clients.set(client, performance.now()));
  /** Time at which a statement last ended, successfully or not. */
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
    // Checks twice, because our own event loop may have been blocked. Under load, opening a connection takes longer
    // than queries on open ones, so an answer on any of them also counts.
    const isThere =
      (await isResponsive(address, limits.answerMs)) ||
      (await isResponsive(address, limits.answerMs)) ||
      heardAt > askedAt;
    isAsking = false;
    restUntil = performance.now() + minPauseMs;
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

/** An error reported by the server also counts as an answer. */
async function isResponsive(address: pg.ClientConfig, milliseconds: number): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: milliseconds, application_name: 'atrium' });
  client.on('error', () => {});
  try {
    await withTimeout(
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
