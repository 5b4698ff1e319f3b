import type { KeyLimits } from './key-rates.ts';

/** How much is taken in at once. The first two are part of the public interface. */
export interface IngestLimits extends KeyLimits {
  readonly readingsPerRequest: number;
  /** Of a body, before and after unpacking. */
  readonly bytesPerRequest: number;
  /** Readings that share one synced insert. */
  readonly readingsPerInsert: number;
  /** Inserts under way at once: one is written while the next is made. */
  readonly insertsAtOnce: number;
  /** ms from the begin of an insert that several requests share to that of the next one … */
  readonly gatherMs: number;
  /** … unless so many requests wait for it. */
  readonly requestsGathered: number;
  /** Readings waiting for their insert; beyond this a request is turned away. */
  readonly readingsWaiting: number;
  /** And beyond what is taken in within so many seconds: what waits for longer is sent again anyway. */
  readonly secondsWaiting: number;
}

export const defaultIngestLimits: IngestLimits = {
  readingsPerRequest: 10_000,
  bytesPerRequest: 5_000_000,
  readingsPerInsert: 10_000,
  insertsAtOnce: 2,
  gatherMs: 25,
  requestsGathered: 512,
  readingsWaiting: 150_000,
  secondsWaiting: 8,
  requestsPerSecond: 10_000,
  requestBurst: 20_000,
  itemsPerSecond: 500_000,
  itemBurst: 2_000_000,
};
