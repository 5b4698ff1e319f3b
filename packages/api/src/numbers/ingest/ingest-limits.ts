import type { KeyLimits } from './key-rate-limiter.ts';

/** Ingestion limits. The first two are part of the public interface. */
export interface IngestLimits extends KeyLimits {
  readonly readingsPerRequest: number;
  /** Bytes of a body, before and after decompression. */
  readonly bytesPerRequest: number;
  /** Readings per synced insert. */
  readonly readingsPerInsert: number;
  /** Concurrent inserts: one is written while the next is prepared. */
  readonly maxConcurrentInserts: number;
  /**
   * Minimum milliseconds between the starts of two inserts, if the first was shared. `batchRequests` ends the wait
   * early.
   */
  readonly batchDelayMs: number;
  /** Number of queued requests that starts an insert without further delay. */
  readonly batchRequests: number;
  /** Maximum pending readings. Requests beyond it are rejected. */
  readonly readingsWaiting: number;
  /** Maximum pending readings in seconds of current throughput. Senders that wait longer send again anyway. */
  readonly secondsWaiting: number;
}

export const defaultIngestLimits: IngestLimits = {
  readingsPerRequest: 10_000,
  bytesPerRequest: 5_000_000,
  readingsPerInsert: 10_000,
  maxConcurrentInserts: 2,
  batchDelayMs: 25,
  batchRequests: 512,
  readingsWaiting: 150_000,
  secondsWaiting: 8,
  requestsPerSecond: 10_000,
  requestBurst: 20_000,
  itemsPerSecond: 500_000,
  itemBurst: 2_000_000,
};
