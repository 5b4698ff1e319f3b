import type pg from 'pg';
import { withinTime } from '../within-time.ts';

const patienceMs = 3000;

/**
 * Returns the way to end a pool and all of its connections. The pool's own `end` says goodbye on each and does not wait
 * for the answer: a server stopped right after it would report them as lost. Taken before the first connection is made.
 */
export function endingOf(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  let lastGone = () => {};
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => {
    open.delete(client);
    if (open.size === 0) lastGone();
  });
  return async () => {
    await pool.end();
    if (open.size === 0) return;
    const gone = new Promise<void>((resolve) => {
      lastGone = resolve;
    });
    // A server that answers nothing any more must not keep the process from stopping.
    await withinTime(gone, patienceMs).catch(() => {});
  };
}
