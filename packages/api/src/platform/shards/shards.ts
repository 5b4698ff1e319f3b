/** Into how many parts the sites are shared out. It never changes: whoever counts otherwise would own what others own. */
export const shardCount = 16;

/** Where a site belongs. Ids are given one after the other, so each shard gets as many. */
export const shardOf = (installation: number): number => installation % shardCount;

/** What a worker does with the shards it is given. */
export interface ShardKeeper {
  /** Takes its work up; resolves when it can be asked for. `confirm` resolves while the shard is ours. */
  take(shard: number, confirm: () => Promise<void>): Promise<TakenShard>;
}

/** One time that a worker has a shard. */
export interface TakenShard {
  /** Ends its work; resolves when nothing of it is under way any more. */
  give(): Promise<void>;
  /** It is another's by now, or may be: nothing of it is to be ended in order. */
  drop(): void;
}
