export { type ShardKeeper, shardCount, shardOf } from './shards.ts';
export { type ShareOut, shareOut } from './share-out.ts';
