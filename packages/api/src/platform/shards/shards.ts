/** Number of shards. Must never change: workers with different numbers would own the same sites. */
export const shardCount = 16;

/** Returns the shard of a site. Ids are consecutive, so shards are equally large. */
export const getShard = (installation: number): number => installation % shardCount;

/** Starts the work of acquired shards. */
export interface ShardHandler {
  /**
   * Starts the shard's work; resolves when it can serve requests. `confirm` resolves while this worker owns the shard.
   */
  take(shard: number, confirm: () => Promise<void>): Promise<ShardLease>;
}

/** Lease of a shard by this worker. */
export interface ShardLease {
  /** Ends the shard's work; resolves when nothing is running any more. */
  give(): Promise<void>;
  /** Called when another worker may own the shard already: stop at once, without an orderly end. */
  drop(): void;
}
