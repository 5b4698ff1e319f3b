import type { Calls } from '../../platform/bus/calls.ts';
import { Overloaded } from '../../platform/failures.ts';
import { getShard } from '../../platform/relational/assign-shards.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import type { ShardOwner } from './shard-owner.ts';

export const getMarkCallName = (shard: number) => `readings.mark.${shard}`;

const markTimeoutMs = 10_000;
const retryAfterSeconds = 5;

/**
 * Creates a function that marks days dirty at the owners of their sites, in this process or others. Rejects with
 * `Overloaded` when an owner does not answer.
 */
export function createDayMarker(
  calls: Calls,
  owners: ReadonlyMap<number, ShardOwner>,
): (days: readonly SiteDay[]) => Promise<void> {
  const markOf = async (shard: number, days: readonly SiteDay[]) => {
    if (await owners.get(shard)?.markDays(days)) return;
    const marked = await calls.call<true>(getMarkCallName(shard), days, markTimeoutMs);
    if (marked === null) throw new Overloaded(retryAfterSeconds);
  };
  return async (days) => {
    const shards = Map.groupBy(days, ({ installation }) => getShard(installation));
    await Promise.all([...shards].map(([shard, part]) => markOf(shard, part)));
  };
}
