import { type Failure, failure, type OrganizationId } from '@atrium/domain/core';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { users } from '../access.schema.ts';

/** Sites of a person that follow from tags of sites, such as regions, with those chosen one by one. Ids. */
export interface SiteChoice {
  /** Sites with any of these tags, or with a tag inside them, now and later. */
  readonly tagIds: readonly number[];
  readonly installationIds: readonly number[];
}

/** Reads tables of the sites, which lie above this module. */
const membersOf = (organizationId: SQL | OrganizationId, tagIds: SQL, siteIds: SQL) => sql`
  with recursive chosen as (
    select id from tags where organization_id = ${organizationId} and id in (${tagIds})
    union select tags.id from tags join chosen on tags.parent_id = chosen.id
  )
  select coalesce(array_agg(site.id order by site.id), '{}') from installations site
  where site.organization_id = ${organizationId} and (
    site.id in (${siteIds})
    or exists (select from installation_tags own where own.installation_id = site.id and own.tag_id in (select id from chosen))
  )`;

const idList = (ids: readonly number[]) => sql`select unnest(${`{${ids.join(',')}}`}::integer[])`;

/** Returns the ids of the sites that follow from a choice now. Ids of other organizations select nothing. */
export async function findChosenSites(
  db: Database,
  organizationId: OrganizationId,
  { tagIds, installationIds }: SiteChoice,
): Promise<number[]> {
  const members = membersOf(organizationId, idList(tagIds), idList(installationIds));
  const { rows } = await db.execute<{ ids: number[] }>(sql`select (${members}) as ids`);
  return rows[0]?.ids ?? [];
}

/** Returns NOT_FOUND unless the organization has all of these tags. */
export async function findTagFault(
  db: Database,
  organizationId: OrganizationId,
  tagIds: readonly number[],
): Promise<Failure | null> {
  const { rows } = await db.execute(sql`
    select from (${idList(tagIds)}) as wanted(id)
    where not exists (select from tags where organization_id = ${organizationId} and tags.id = wanted.id) limit 1`);
  return rows.length === 0 ? null : failure('NOT_FOUND', 'No such tag', 'tagIds');
}

/**
 * Sets the sites of everybody whose sites follow from tags. Every change of tags or of the tags of sites calls it in
 * its transaction, so that nobody sees a site that left their region.
 */
export async function refreshSiteChoices(db: Database, organizationId: OrganizationId): Promise<void> {
  const ids = (field: 'tagIds' | 'installationIds') =>
    sql`select value::integer from jsonb_array_elements_text(${users.siteChoice} -> ${sql.raw(`'${field}'`)})`;
  const members = membersOf(organizationId, ids('tagIds'), ids('installationIds'));
  // Ids of deleted tags would be refused when the person is saved again.
  const known = sql`
    select coalesce(jsonb_agg(id), '[]') from tags
    where organization_id = ${organizationId} and id in (${ids('tagIds')})`;
  await db
    .update(users)
    .set({
      installationIds: sql`(${members})`,
      siteChoice: sql`jsonb_set(${users.siteChoice}, '{tagIds}', (${known}))`,
    })
    .where(and(eq(users.organizationId, organizationId), isNotNull(users.siteChoice)));
}
