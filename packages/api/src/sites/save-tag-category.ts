import { type Clock, err, type Failure, failure, type InstallationId, ok, type Result } from '@atrium/domain/core';
import { refreshSiteChoices } from '../people/access/index.ts';
import { recordAudit } from '../people/audit/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { inTransaction, unwrap } from '../platform/relational/in-transaction.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope } from '../platform/tenancy/index.ts';
import './sites.events.ts';
import { type StoredTag, tagsStore } from './tags.store.ts';

/** A category as a screen edits it: with all of its tags, and the sites that have them. */
export interface WantedCategory {
  /** Null: a new one. */
  readonly id: number | null;
  readonly name: string;
  readonly tags: readonly WantedTag[];
}

export interface WantedTag {
  /** Null: a new one. */
  readonly id: number | null;
  readonly name: string;
  /** Name of the tag that it is inside. */
  readonly parent: string | null;
  /** Sites that have exactly this tag. */
  readonly installationIds: readonly number[];
}

export interface SaveTagsDependencies {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Whether the scope sees a site. */
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
}

const maxTags = 1000;
const maxDepth = 5;
const maxName = 200;

/**
 * Saves a category as a whole: tags left out are deleted, also from zones and from people's sites; without any, the
 * category is deleted. Returns its id, or null if it is deleted. BAD_INPUT with the field, NOT_FOUND for unknown ids,
 * FORBIDDEN for people who see only some sites.
 */
export async function saveTagCategory(
  { db, bus, clock, seesInstallation }: SaveTagsDependencies,
  scope: Scope,
  given: WantedCategory,
): Promise<Result<number | null, Failure>> {
  const wanted = { ...given, name: given.name.trim(), tags: given.tags.map(trimNames) };
  const fault = findFault(wanted);
  if (fault !== null) return err(fault);
  for (const site of wanted.tags.flatMap(({ installationIds }) => installationIds))
    if (!(await seesInstallation(scope, site as InstallationId)))
      return err(failure('NOT_FOUND', 'No such installation', 'installationIds'));
  const saved = await inTransaction(db, async (transaction) => {
    const categoryId = unwrap(await write(transaction, scope, wanted));
    await refreshSiteChoices(transaction, scope.organizationId);
    await recordAudit(scope, transaction, {
      at: clock.now(),
      action: 'tags.changed',
      details: { name: wanted.name, tags: wanted.tags.length },
      subjectId: scope.organizationId,
    });
    return categoryId;
  });
  if (saved.ok) bus.publish('sites.changed', { organizationId: scope.organizationId });
  return saved;
}

const trimNames = (tag: WantedTag): WantedTag => ({
  ...tag,
  name: tag.name.trim(),
  parent: tag.parent?.trim() ?? null,
});

async function write(
  transaction: Database,
  scope: Scope,
  wanted: WantedCategory,
): Promise<Result<number | null, Failure>> {
  const store = tagsStore(transaction, scope.organizationId);
  await store.lockOrganization();
  const categories = await store.findCategories();
  if (wanted.id !== null && !categories.some(({ id }) => id === wanted.id))
    return err(failure('NOT_FOUND', 'No such tag category', 'id'));
  if (categories.some(({ id, name }) => name === wanted.name && id !== wanted.id))
    return err(failure('BAD_INPUT', 'Another category has this name', 'name'));
  const stored = wanted.id === null ? [] : await store.findTags(wanted.id);
  const known = new Map(stored.map((tag) => [tag.id, tag]));
  if (wanted.tags.some(({ id }) => id !== null && !known.has(id)))
    return err(failure('NOT_FOUND', 'No such tag', 'tags'));
  // After the ids, so that those of others are not found, whoever asks.
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  await store.incrementVersions();
  if (wanted.tags.length === 0) {
    if (wanted.id !== null) await store.removeCategory(wanted.id);
    return ok(null);
  }
  const categoryId = wanted.id ?? (await store.insertCategory(wanted.name));
  await store.renameCategory(categoryId, wanted.name);
  const kept = new Set(wanted.tags.map(({ id }) => id));
  await store.removeTags(stored.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
  await writeTags(store, categoryId, wanted.tags, known);
  return ok(categoryId);
}

async function writeTags(
  store: ReturnType<typeof tagsStore>,
  categoryId: number,
  wanted: readonly WantedTag[],
  known: ReadonlyMap<number, StoredTag>,
): Promise<void> {
  // Two tags may swap their names, which are unique, so changed ones first get names that nobody can type.
  for (const { id, name } of wanted)
    if (id !== null && known.get(id)?.name !== name) await store.updateTag(id, { name: `\u001f${id}` });
  const ids = new Map<string, number>();
  for (const { id, name } of wanted) {
    if (id !== null && known.get(id)?.name !== name) await store.updateTag(id, { name });
    ids.set(name, id ?? (await store.insertTag(categoryId, name)));
  }
  for (const { name, parent } of wanted)
    await store.updateTag(ids.get(name) as number, { parentId: parent === null ? null : (ids.get(parent) ?? null) });
  await store.replaceSites(
    categoryId,
    wanted.flatMap(({ name, installationIds }) =>
      installationIds.map((installationId) => ({ installationId, tagId: ids.get(name) as number })),
    ),
  );
}

function findFault({ name, tags }: WantedCategory): Failure | null {
  const wrong = (field: string, message: string) => failure('BAD_INPUT', message, field);
  if (name === '' || name.length > maxName || name.includes('/'))
    return wrong('name', `A category has a name of at most ${maxName} characters, without "/"`);
  if (tags.length > maxTags) return wrong('tags', `A category has at most ${maxTags} tags`);
  if (tags.some((tag) => tag.name === '' || tag.name.length > maxName))
    return wrong('tags', `A tag has a name of at most ${maxName} characters`);
  const byName = new Map(tags.map((tag) => [tag.name, tag]));
  if (byName.size < tags.length) return wrong('tags', 'Two tags of a category have the same name');
  for (const tag of tags) {
    let depth = 1;
    for (let at = tag; at.parent !== null; depth += 1) {
      const above = byName.get(at.parent);
      if (above === undefined) return wrong('tags', `There is no tag "${at.parent}" in the category`);
      if (depth === maxDepth) return wrong('tags', `Tags lie at most ${maxDepth} deep inside each other`);
      at = above;
    }
  }
  const sites = tags.flatMap(({ installationIds }) => installationIds);
  return new Set(sites).size < sites.length ? wrong('tags', 'A site has one tag of a category at most') : null;
}
