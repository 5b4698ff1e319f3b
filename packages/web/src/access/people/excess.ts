import { type Authority, type Excess, fillRights, findExcess, type PartialRights } from '@atrium/domain/access';
import type { Viewer } from '../../organization/index.ts';

/** Returns the viewer's rights and sites, to compare them with those of others. */
export function toAuthority({ isAdmin, rights, installationIds }: Viewer): Authority {
  return { role: isAdmin ? 'admin' : 'user', rights: fillRights(rights), installationIds };
}

interface Standing {
  readonly role: string;
  readonly installationIds: readonly number[] | null;
}

/**
 * Returns in what a person exceeds the viewer, who then may not change them. Null if in nothing. The server applies the
 * same rule.
 */
export function findExcessOverViewer(
  viewer: Viewer,
  { role, installationIds }: Standing,
  rights: PartialRights,
): Excess | null {
  const target = { role: role === 'admin' ? 'admin' : 'user', rights: fillRights(rights), installationIds } as const;
  return findExcess(toAuthority(viewer), target);
}
