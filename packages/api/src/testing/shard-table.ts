import { type ShardKeeper, shardCount, type TakenShard } from '../platform/shards/index.ts';

/** Who owns which shard, as a test says: what the locks of a database do for real processes. */
export class ShardTable {
  readonly #owners = new Map<number, ShardKeeper>();
  readonly #taken = new Map<number, TakenShard>();
  /** What an owner is kept waiting by before it is told whether it is one still. */
  readonly #gates = new Map<ShardKeeper, Promise<void>>();

  ownerOf(shard: number): ShardKeeper | undefined {
    return this.#owners.get(shard);
  }

  async take(keeper: ShardKeeper, shard: number): Promise<void> {
    this.#owners.set(shard, keeper);
    const taken = await keeper.take(shard, async () => {
      const answer = () => {
        if (this.#owners.get(shard) !== keeper) throw new Error(`shard ${shard} is another's by now`);
      };
      answer();
      // It is told before its pause, and goes on after it.
      await this.#gates.get(keeper);
    });
    this.#taken.set(shard, taken);
  }

  async takeAll(keeper: ShardKeeper): Promise<void> {
    for (let shard = 0; shard < shardCount; shard++) await this.take(keeper, shard);
  }

  /** In order: nothing of it is under way any more when another gets it. */
  async handOver(shard: number, to: ShardKeeper): Promise<void> {
    await this.#taken.get(shard)?.give();
    await this.take(to, shard);
  }

  /** The former owner is paused or unreachable, and does not know until it is told. */
  async seize(shard: number, by: ShardKeeper): Promise<() => void> {
    const former = this.#taken.get(shard);
    this.#owners.delete(shard);
    await this.take(by, shard);
    return () => former?.drop();
  }

  /** Whatever this one asks is answered once it goes on. */
  pause(keeper: ShardKeeper): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gates.set(keeper, gate.promise);
    return () => {
      this.#gates.delete(keeper);
      gate.resolve();
    };
  }
}
