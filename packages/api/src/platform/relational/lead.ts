import { StartRefused } from '../start-refused.ts';
import { type SoleUse, type SoleUseOptions, takeSoleUse } from './sole-use.ts';

/** Leadership among several workers: the leader does the work that must be done only once. */
export interface Lead {
  /** Whether this process is the leader. */
  readonly isOurs: boolean;
  /** Resolves once this process is the leader; never, where it cannot be. */
  readonly ours: Promise<void>;
}

export const leadsAlone: Lead = { isOurs: true, ours: Promise.resolve() };
export const nobodyLeads: Lead = { isOurs: false, ours: new Promise(() => {}) };

/** Becomes the leader of a database, or follows the current leader until it ends. */
export async function takeOrFollow(options: SoleUseOptions): Promise<SoleUse & { readonly lead: Lead }> {
  const first = await takeSoleUse({ ...options, use: 'at work', patienceMs: 0 }).catch((error: unknown) => error);
  if (!(first instanceof Error)) return { ...(first as SoleUse), lead: leadsAlone };
  if (!(first instanceof StartRefused)) throw first;
  const beside = await takeSoleUse({ ...options, use: 'beside' });
  const ended = new AbortController();
  let leading: SoleUse | null = null;
  const waiting = takeSoleUse({
    ...options,
    use: 'at work',
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
