export { assignShards, type ShardAssignment } from './assign-shards.ts';
export { getShard, type ShardHandler, type ShardLease, shardCount } from './shards.ts';
