import { type ShardHandler, type ShardLease, shardCount } from '../src/platform/relational/assign-shards.ts';

/** Shard owners set by a test, in place of the database locks of real processes. */
export class ShardTable {
  readonly #owners = new Map<number, ShardHandler>();
  readonly #taken = new Map<number, ShardLease>();
  /** Gates that delay the answer to an owner's ownership check. */
  readonly #gates = new Map<ShardHandler, Promise<void>>();

  ownerOf(shard: number): ShardHandler | undefined {
    return this.#owners.get(shard);
  }

  async take(keeper: ShardHandler, shard: number): Promise<void> {
    this.#owners.set(shard, keeper);
    const taken = await keeper.acquire(shard, async () => {
      const answer = () => {
        if (this.#owners.get(shard) !== keeper) throw new Error(`shard ${shard} is another's by now`);
      };
      answer();
      // The ownership is checked before the pause, and the answer arrives after it.
      await this.#gates.get(keeper);
    });
    this.#taken.set(shard, taken);
  }

  async takeAll(keeper: ShardHandler): Promise<void> {
    for (let shard = 0; shard < shardCount; shard++) await this.take(keeper, shard);
  }

  /** Hands over in order: no work is running when the next owner starts. */
  async handOver(shard: number, to: ShardHandler): Promise<void> {
    await this.#taken.get(shard)?.release();
    await this.take(to, shard);
  }

  /** Takes over a shard while its owner is paused or unreachable; the returned function revokes the old lease. */
  async seize(shard: number, by: ShardHandler): Promise<() => void> {
    const former = this.#taken.get(shard);
    this.#owners.delete(shard);
    await this.take(by, shard);
    return () => former?.lose();
  }

  /** Delays answers to this owner until the returned function is called. */
  pause(keeper: ShardHandler): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gates.set(keeper, gate.promise);
    return () => {
      this.#gates.delete(keeper);
      gate.resolve();
    };
  }
}
