import type { OrganizationId } from '@atrium/domain/core';
import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { users } from '../access.schema.ts';
import { type PushBrowser, pushBrowsersStore } from '../push-browsers/index.ts';

/** Verified contacts of a member. */
export interface MemberContacts {
  readonly userId: number;
  /** Language of the member's profile. */
  readonly language: string;
  /** Null: no verified one. */
  readonly email: string | null;
  readonly phone: string | null;
  /** Browsers registered for push notifications. */
  readonly browsers: readonly PushBrowser[];
  /** Sites the member is limited to. Null: all. */
  readonly installationIds: readonly number[] | null;
}

/** Returns the members of an organization with their verified contacts. */
export async function findMemberContacts(
  db: Database,
  organizationId: OrganizationId,
): Promise<readonly MemberContacts[]> {
  const { id, language, email, phone, isEmailVerified, isPhoneVerified, installationIds } = users;
  const rows = await db
    .select({ userId: id, language, email, phone, isEmailVerified, isPhoneVerified, installationIds })
    .from(users)
    .where(eq(users.organizationId, organizationId));
  const browsers = await pushBrowsersStore(db).ofMembers(organizationId);
  return rows.map((row) => ({
    userId: row.userId,
    language: row.language,
    email: row.isEmailVerified ? row.email : null,
    phone: row.isPhoneVerified ? row.phone : null,
    browsers: browsers.get(row.userId) ?? [],
    installationIds: row.installationIds,
  }));
}
