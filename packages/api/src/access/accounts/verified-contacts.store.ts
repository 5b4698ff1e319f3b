import type { OrganizationId } from '@atrium/domain/core';
import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { users } from '../access.schema.ts';
import { type PushBrowser, pushBrowsersStore } from '../push-browsers/index.ts';

/** How a member may be told something: by what they proved is theirs. */
export interface MemberContacts {
  readonly userId: number;
  /** As in their profile. */
  readonly language: string;
  /** null: none that is verified. */
  readonly email: string | null;
  readonly phone: string | null;
  /** Those that may notify them. */
  readonly browsers: readonly PushBrowser[];
  /** The sites they are limited to; null: all. */
  readonly installationIds: readonly number[] | null;
}

/** The members of an organization with their verified contacts. */
export async function memberContacts(db: Database, organizationId: OrganizationId): Promise<readonly MemberContacts[]> {
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
