export { type ShardKeeper, shardCount, shardOf, type TakenShard } from './shards.ts';
export { type ShareOut, shareOut } from './share-out.ts';
