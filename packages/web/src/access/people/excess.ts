import { type Authority, type Excess, excessOf, fillRights, type PartialRights } from '@atrium/domain/access';
import type { Viewer } from '../../organization/index.ts';

/** What the viewer may do, and where, for comparing it with what others may. */
export function authorityOf({ isAdmin, rights, installationIds }: Viewer): Authority {
  return { role: isAdmin ? 'admin' : 'user', rights: fillRights(rights), installationIds };
}

interface Standing {
  readonly role: string;
  readonly installationIds: readonly number[] | null;
}

/** In what somebody exceeds the viewer, who may not change them then; null: in nothing. The server decides by the same rule. */
export function excessOver(viewer: Viewer, { role, installationIds }: Standing, rights: PartialRights): Excess | null {
  const target = { role: role === 'admin' ? 'admin' : 'user', rights: fillRights(rights), installationIds } as const;
  return excessOf(authorityOf(viewer), target);
}
