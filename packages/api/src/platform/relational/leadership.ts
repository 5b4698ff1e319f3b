import { StartRefused } from '../failures.ts';
import { acquireLock, type DatabaseLock, type DatabaseLockOptions } from './database-lock.ts';

/** Leadership among several workers: the leader does the work that must be done only once. */
export interface Leadership {
  /** Whether this process is the leader. */
  readonly isOurs: boolean;
  /** Resolves once this process is the leader; never, where it cannot be. */
  readonly ours: Promise<void>;
}

export const alwaysLeader: Leadership = { isOurs: true, ours: Promise.resolve() };
export const neverLeader: Leadership = { isOurs: false, ours: new Promise(() => {}) };

/** Becomes the leader of a database, or follows the current leader until it ends. */
export async function leadOrFollow(
  options: DatabaseLockOptions,
): Promise<DatabaseLock & { readonly lead: Leadership }> {
  const first = await acquireLock({ ...options, use: 'leader', patienceMs: 0 }).catch((error: unknown) => error);
  if (!(first instanceof Error)) return { ...(first as DatabaseLock), lead: alwaysLeader };
  if (!(first instanceof StartRefused)) throw first;
  const beside = await acquireLock({ ...options, use: 'replica' });
  const ended = new AbortController();
  let leading: DatabaseLock | null = null;
  const waiting = acquireLock({
    ...options,
    use: 'leader',
    patienceMs: Number.POSITIVE_INFINITY,
    signal: ended.signal,
  }).then((taken) => {
    leading = taken;
  });
  waiting.catch(() => {});
  return {
    lead: {
      get isOurs() {
        return leading !== null;
      },
      ours: waiting,
    },
    async release() {
      ended.abort();
      await waiting.catch(() => {});
      await leading?.release();
      await beside.release();
    },
  };
}
