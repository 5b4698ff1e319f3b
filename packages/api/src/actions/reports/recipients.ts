import { type InstallationId, id, type UserId } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import { type Access, knowsMember } from '../../people/access/index.ts';
import { getActor, type Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { OwnerProblem, RecipientKind, ReportRecipient } from './delivery.ts';

export interface RecipientReads {
  readonly access: Pick<Access, 'membersByEmail' | 'scopeOfMember' | 'namesOf'> & {
    readonly unsubscribing: Pick<Access['unsubscribing'], 'leftOut'>;
  };
  readonly sites: SiteSnapshots;
}

export interface AddressList {
  /** Null: not a stored report, so it has no unsubscriptions. */
  readonly reportId: number | null;
  readonly installationId: InstallationId;
  readonly emails: readonly string[];
}

/** Resolves addresses, in the given order: who owns each, and whether they may receive data of the site. */
export type FindRecipients = (scope: Scope, addressed: AddressList) => Promise<readonly ReportRecipient[]>;

export const createFindRecipients =
  ({ access, sites }: RecipientReads): FindRecipients =>
  async (scope, { reportId, installationId, emails }) => {
    const [members, gone] = await Promise.all([
      access.membersByEmail(scope.organizationId, emails),
      reportId === null ? new Set<string>() : access.unsubscribing.leftOut(scope, reportId),
    ]);
    const names = await access.namesOf(scope, [...members.values()]);
    const kindOf = async (email: string, isMember: boolean, theirs: Scope | null): Promise<RecipientKind> => {
      if (gone.has(email)) return 'unsubscribed';
      if (!isMember) return 'outside';
      return theirs !== null && (await canSeeNumbers(sites, theirs, installationId)) ? 'member' : 'refused';
    };
    return Promise.all(
      emails.map(async (email) => {
        const member = members.get(email);
        const theirs = member === undefined ? null : await access.scopeOfMember(scope.organizationId, member);
        const isKnown = theirs?.userId != null && knowsMember(scope, { ...theirs, userId: theirs.userId });
        const name = isKnown && member !== undefined ? (names.get(member) ?? null) : null;
        return { email, kind: await kindOf(email, member !== undefined, theirs), name };
      }),
    );
  };

/** Returns why the owner's rights keep a report from sending, or null. */
export async function findOwnerProblem(
  { access, sites }: RecipientReads,
  scope: Scope,
  { ownerId, isOwned, installationId }: { ownerId: UserId | null; isOwned: boolean; installationId: InstallationId },
): Promise<OwnerProblem | null> {
  if (!isOwned) return null;
  const owner = ownerId === null ? null : await access.scopeOfMember(scope.organizationId, id<UserId>(ownerId));
  if (owner === null) return 'OWNER_GONE';
  if (!isAllowed(owner, 'newReport') && !isAllowed(owner, 'updateReport')) return 'OWNER_RIGHT';
  return (await canSeeNumbers(sites, owner, installationId)) ? null : 'OWNER_SITE';
}

/** Returns the name of a member, by default of the actor. Null: the system, or a former user. */
export async function findMemberName(
  { namesOf }: Pick<Access, 'namesOf'>,
  scope: Scope,
  userId = getActor(scope),
): Promise<string | null> {
  return userId === null ? null : ((await namesOf(scope, [userId])).get(userId) ?? null);
}

async function canSeeNumbers(sites: SiteSnapshots, scope: Scope, installationId: InstallationId): Promise<boolean> {
  return isAllowed(scope, 'numbers') && (await sites.topology(scope, installationId)) !== null;
}
