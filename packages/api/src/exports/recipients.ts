import { type InstallationId, id, type UserId } from '@atrium/domain/core';
import { knowsMember, type MemberContacts } from '../access/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { type AccessProblem, findAccessProblem } from './can-export.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';

/** A member of the organization, and whether they may get a file about a site. */
export interface PossibleRecipient {
  readonly userId: UserId;
  readonly name: string;
  readonly language: string;
  readonly email: string | null;
  /** Null: allowed. */
  readonly whyNot: AccessProblem | null;
}

type Needs = Pick<ExportsDependencies, 'contactsOf' | 'namesOf' | 'scopeOfMember' | 'sites'>;

/** Returns the members the scope knows as possible recipients of a file about a site, sorted by name. */
export async function listPossibleRecipients(
  { contactsOf, namesOf, scopeOfMember, sites }: Needs,
  scope: Scope,
  installationId: InstallationId,
): Promise<readonly PossibleRecipient[]> {
  const members = (await contactsOf(scope.organizationId)).filter((member) => knowsMember(scope, member));
  const names = await namesOf(
    scope,
    members.map(({ userId }) => id<UserId>(userId)),
  );
  const judged = members.map(async ({ userId, language, email }: MemberContacts): Promise<PossibleRecipient> => {
    const member = id<UserId>(userId);
    const theirs = await scopeOfMember(scope.organizationId, member);
    const whyNot = await findAccessProblem(sites, theirs, installationId, email);
    return { userId: member, name: names.get(member) ?? '', language, email, whyNot };
  });
  return (await Promise.all(judged)).toSorted((left, right) => left.name.localeCompare(right.name));
}
