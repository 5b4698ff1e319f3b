import {
  type InstallationId,
  type Instant,
  id,
  type OrganizationId,
  type ProfileId,
  type UserId,
} from '@atrium/domain/core';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { createScope, type Scope } from '../../../platform/tenancy/scope.ts';
import { profiles, sessions, users } from '../access.schema.ts';
import { type PushBrowser, pushBrowsersStore } from '../browsers/push-browsers.store.ts';

/** Returns the current scope of a member, for background work they requested earlier. Null: no longer a member. */
export async function findMemberScope(
  db: Database,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<Scope | null> {
  const [row] = await db
    .select({
      role: users.role,
      installationIds: users.installationIds,
      profileId: profiles.id,
      rights: profiles.rights,
    })
    .from(users)
    .innerJoin(profiles, and(eq(profiles.id, users.profileId), eq(profiles.organizationId, users.organizationId)))
    .where(and(eq(users.id, userId), eq(users.organizationId, organizationId)));
  if (row === undefined) return null;
  return createScope({
    organizationId,
    userId,
    viewedBy: null,
    profileId: id<ProfileId>(row.profileId),
    role: row.role,
    rights: row.rights,
    installationIds: row.installationIds?.map((one) => id<InstallationId>(one)) ?? null,
    sessionId: null,
  });
}

/** Returns which of these lower-cased addresses belong to members, verified or not, with their user ids. */
export async function findMembersByEmail(
  db: Database,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, UserId>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), inArray(users.email, [...emails])));
  return new Map(rows.map(({ userId, email }) => [email, id<UserId>(userId)]));
}

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

export interface Visit {
  readonly organizationId: OrganizationId;
  /** Time when a user's session was last opened or renewed. Null: there is no session. */
  readonly at: Instant | null;
}

/** Returns organizations that have users, most recently visited first. */
export async function listLatestVisits(db: Database, most: number): Promise<readonly Visit[]> {
  const at = sql<string | null>`extract(epoch from max(greatest(${sessions.createdAt}, ${sessions.renewedAt})))`;
  const rows = await db
    .select({ organizationId: users.organizationId, at })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.organizationId)
    .orderBy(sql`${at} desc nulls last`, users.organizationId)
    .limit(most);
  return rows.map((row) => ({
    organizationId: id<OrganizationId>(row.organizationId),
    at: row.at === null ? null : Math.round(Number(row.at) * 1000),
  }));
}
