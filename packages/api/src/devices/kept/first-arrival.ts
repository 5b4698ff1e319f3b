import type { Instant } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { sendersStore } from './senders.store.ts';

/** When the first packet in a maker's format arrived. Null: none did yet. */
export interface FirstArrival {
  readonly reachedAt: Instant | null;
  readonly understoodAt: Instant | null;
  readonly isPlaced: boolean;
}

export async function findFirstArrival(db: Database, scope: Scope): Promise<FirstArrival> {
  const senders = await sendersStore(db).all(scope);
  const understood = senders.filter(({ dialect }) => dialect !== null);
  const earliest = (among: typeof senders) =>
    among.length === 0 ? null : Math.min(...among.map(({ firstAt }) => firstAt));
  return {
    reachedAt: earliest(senders),
    understoodAt: earliest(understood),
    isPlaced: understood.some(({ isPlaced }) => isPlaced),
  };
}
