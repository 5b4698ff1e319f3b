import type { OrganizationId } from '@atrium/domain/core';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { profiles, users } from '../../../people/access/access.schema.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { organizations } from '../../../platform/tenancy/organizations.schema.ts';
import { installations, tagCategories, tags } from '../../../sites/sites.schema.ts';
import { Loader, loadPlacesInto, type StoredSites } from '../../../sites/stored/index.ts';
import { loadAlerts, loadRecipientLists } from './alerts.ts';
import { loadDashboards, loadNavigation } from './load-dashboards.store.ts';
import { loadMapViews } from './map-views.store.ts';

/** Locks the organization: other writers of its sites wait. Returns null if no organization has that name. */
export async function lockOrganization(db: Database, name: string): Promise<OrganizationId | null> {
  const [row] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.name, name))
    .for('no key update');
  return (row?.id as OrganizationId | undefined) ?? null;
}

/** Returns the version of a site, removed or not. Null: no site has that key. */
export async function loadVersion(db: Database, organizationId: OrganizationId, key: string): Promise<number | null> {
  const [row] = await db
    .select({ version: installations.version })
    .from(installations)
    .where(and(eq(installations.organizationId, organizationId), eq(installations.key, key)));
  return row?.version ?? null;
}

export async function loadOrganizationName(db: Database, organizationId: OrganizationId): Promise<string> {
  const [row] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (row === undefined) throw new Error(`there is no organization ${organizationId}`);
  return row.name;
}

/** Returns the organization's tags as site files name them: `category/tag`. */
export async function loadTagPaths(db: Database, organizationId: OrganizationId): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ category: tagCategories.name, tag: tags.name })
    .from(tags)
    .innerJoin(tagCategories, eq(tagCategories.id, tags.categoryId))
    .where(eq(tags.organizationId, organizationId));
  return new Set(rows.map(({ category, tag }) => `${category}/${tag}`));
}

/** Loads everything that a site file can declare about one organization. */
export async function loadSites(db: Database, organizationId: OrganizationId): Promise<StoredSites> {
  const loader = new Loader();
  await loadPlacesInto(loader, db, organizationId);
  await loadPeople(db, organizationId, loader);
  await loadMapViews(loader, db, organizationId);
  await loadDashboards(loader, db, organizationId);
  await loadNavigation(loader, db, organizationId);
  await loadRecipientLists(loader, db, organizationId);
  await loadAlerts(loader, db, organizationId);
  return loader.stored;
}

/** Returns the addresses that belong to people of other organizations. A person has one account. */
export async function findForeignEmails(
  db: Database,
  emails: readonly string[],
  organizationId: OrganizationId | null,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: users.email, organizationId: users.organizationId })
    .from(users)
    .where(inArray(users.email, [...emails]));
  return new Set(rows.filter((row) => row.organizationId !== organizationId).map(({ email }) => email));
}

/** Returns the addresses of people who can sign in, without open invitations. */
export async function loadMemberEmails(db: Database, organizationId: OrganizationId): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), isNotNull(users.passwordHash)));
  return new Set(rows.map(({ email }) => email));
}

async function loadPeople(db: Database, organizationId: OrganizationId, loader: Loader): Promise<void> {
  for (const { id, name, rights } of await db
    .select()
    .from(profiles)
    .where(eq(profiles.organizationId, organizationId))
    .orderBy(asc(profiles.id))) {
    loader.put('profile', id, { name, rights });
  }
  const people = await db.select().from(users).where(eq(users.organizationId, organizationId)).orderBy(asc(users.id));
  const members = new Set(people.flatMap(({ email, passwordHash }) => (passwordHash === null ? [] : [email])));
  for (const row of people) {
    // Skips an invitation to someone who is already a member.
    if (row.passwordHash === null && members.has(row.email)) continue;
    const { email, role, language, firstName, lastName } = row;
    const { installationIds, tagIds } = row.siteChoice ?? { installationIds: row.installationIds, tagIds: [] };
    const sites = installationIds?.flatMap((id) => loader.knownKey('installation', id) ?? []).sort() ?? null;
    const siteTags = tagIds.flatMap((id) => loader.knownKey('tag', id) ?? []).sort();
    loader.put('user', row.id, {
      email,
      profile: loader.keyOf('profile', row.profileId),
      role,
      language,
      firstName,
      lastName,
      sites,
      siteTags,
    });
  }
}
