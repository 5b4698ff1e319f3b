/** How much is taken in at once. The first two are part of the public interface. */
export interface IngestLimits {
  readonly readingsPerRequest: number;
  /** Of a body, before and after unpacking. */
  readonly bytesPerRequest: number;
  /** Readings that share one synced insert. */
  readonly readingsPerInsert: number;
  /** Inserts under way at once: one is written while the next is made. */
  readonly insertsAtOnce: number;
  /** Readings waiting for their insert; beyond this a request is turned away. */
  readonly readingsWaiting: number;
  /** Per key: sustained rate in a second, and how much of it may come at once. */
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  readonly readingsPerSecond: number;
  readonly readingBurst: number;
}

export const defaultIngestLimits: IngestLimits = {
  readingsPerRequest: 10_000,
  bytesPerRequest: 5_000_000,
  readingsPerInsert: 10_000,
  insertsAtOnce: 2,
  readingsWaiting: 150_000,
  requestsPerSecond: 10_000,
  requestBurst: 20_000,
  readingsPerSecond: 500_000,
  readingBurst: 2_000_000,
};
