import { holds, type Rights } from './rights.ts';
import { allRights } from './rights-tree.ts';

/** What somebody may do, and where: what decides whom they may act on. */
export interface Authority {
  readonly role: 'admin' | 'user' | 'system';
  readonly rights: Rights;
  /** The sites they are limited to; null: all of the organization's. */
  readonly installationIds: readonly number[] | null;
}

/** In what one person exceeds another. */
export type Excess = 'role' | 'rights' | 'sites';

const rank = { user: 0, admin: 1, system: 2 } as const;

/**
 * Nobody acts on somebody who may do or see more than they, and nobody gives more than they have: not even
 * administrators whose profile holds less than another's. null: nothing of the target's exceeds the actor.
 */
export function excessOf(actor: Authority, target: Authority): Excess | null {
  if (rank[target.role] > rank[actor.role]) return 'role';
  if (!includesRights(actor.rights, target.rights)) return 'rights';
  return includesSites(actor.installationIds, target.installationIds) ? null : 'sites';
}

export const mayActOn = (actor: Authority, target: Authority): boolean => excessOf(actor, target) === null;

/** Whether every right of one tree is in the other, leaf by leaf. */
export function includesRights(held: Rights, asked: Rights): boolean {
  return allRights.every((right) => !holds(asked, right) || holds(held, right));
}

/** Whether every site of the second list is in the first. null: all sites of the organization. */
export function includesSites(seen: readonly number[] | null, asked: readonly number[] | null): boolean {
  return seen === null || (asked?.every((site) => seen.includes(site)) ?? false);
}
