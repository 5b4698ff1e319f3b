import { allRights, hasRight, type Rights } from './rights.ts';

/** A person's role, rights and sites, which determine whom they may manage. */
export interface Authority {
  readonly role: 'admin' | 'user' | 'system';
  /** Whether they operate the installation. */
  readonly isOperator?: boolean;
  readonly rights: Rights;
  /** The sites they are limited to. Null: all of the organization. */
  readonly installationIds: readonly number[] | null;
}

/** How one person exceeds another. */
export type Excess = 'operator' | 'role' | 'rights' | 'sites';

const rank = { user: 0, admin: 1, system: 2 } as const;

/**
 * Returns how the target exceeds the actor, or null. People can neither manage someone with more rights than they have,
 * nor give such rights. That includes administrators whose profile has less than another's, and operators of the
 * installation: whoever could reset their password would see other organizations' facts.
 */
export function findExcess(actor: Authority, target: Authority): Excess | null {
  if (target.isOperator === true && actor.isOperator !== true && actor.role !== 'system') return 'operator';
  if (rank[target.role] > rank[actor.role]) return 'role';
  if (!includesRights(actor.rights, target.rights)) return 'rights';
  return includesSites(actor.installationIds, target.installationIds) ? null : 'sites';
}

export const canActOn = (actor: Authority, target: Authority): boolean => findExcess(actor, target) === null;

/** Whether a rights tree includes every right of another. */
export function includesRights(held: Rights, asked: Rights): boolean {
  return allRights.every((right) => !hasRight(asked, right) || hasRight(held, right));
}

/** Whether a list of sites includes every site of another. Null: all sites of the organization. */
export function includesSites(seen: readonly number[] | null, asked: readonly number[] | null): boolean {
  return seen === null || (asked?.every((site) => seen.includes(site)) ?? false);
}
