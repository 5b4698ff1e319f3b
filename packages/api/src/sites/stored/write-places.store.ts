import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import {
  installations,
  installationTags,
  passageEnds,
  passages,
  tagCategories,
  tags,
  zoneParents,
  zones,
  zoneTags,
} from '../sites.schema.ts';
import { type Entity, joinKey } from './site-state.ts';
import { writeDevices, writeEvents } from './write-devices.store.ts';
import {
  getId,
  type RecordChange,
  replaceRows,
  toDate,
  type Writer,
  type Writing,
  writeRows,
} from './writing.store.ts';

/** Writers of the records that belong to sites. They write as a whole what a site file declares. */
export const placeWriters = {
  tagCategory: writeTagCategories,
  tag: writeTags,
  installation: writeInstallations,
  zone: writeZones,
  passage: writePassages,
  device: writeDevices,
  event: writeEvents,
} satisfies { readonly [Kind in Entity]?: Writer<Kind> };

/** Increments the versions of sites. Other processes and editors compare them to detect changes. */
export async function incrementVersions(db: Database, siteIds: readonly number[]): Promise<void> {
  await db
    .update(installations)
    .set({ version: sql`${installations.version} + 1` })
    .where(inArray(installations.id, [...siteIds]));
}

async function writeTagCategories(changes: readonly RecordChange<'tagCategory'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, before, after } of changes) {
    if (after === null) await db.delete(tagCategories).where(eq(tagCategories.id, getId('tagCategory', key, writing)));
    else if (before === null) {
      const [row] = await db
        .insert(tagCategories)
        .values({ organizationId, name: after.name })
        .returning({ id: tagCategories.id });
      ids.tagCategory.set(key, row?.id as number);
    }
  }
}

async function writeTags(changes: readonly RecordChange<'tag'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, before, after } of changes) {
    if (after === null) await db.delete(tags).where(eq(tags.id, getId('tag', key, writing)));
    else if (before === null) {
      const categoryId = getId('tagCategory', after.category, writing);
      const [row] = await db
        .insert(tags)
        .values({ organizationId, categoryId, name: after.name })
        .returning({ id: tags.id });
      ids.tag.set(key, row?.id as number);
    }
  }
  // Parents follow once all tags have ids, since a file may name them in any order.
  for (const { key, before, after } of changes) {
    if (after === null || after.parent === (before?.parent ?? null)) continue;
    const parentId = after.parent === null ? null : getId('tag', joinKey(after.category, after.parent), writing);
    await db
      .update(tags)
      .set({ parentId })
      .where(eq(tags.id, getId('tag', key, writing)));
  }
}

async function writeInstallations(changes: readonly RecordChange<'installation'>[], writing: Writing): Promise<void> {
  await writeRows(
    changes,
    installations,
    writing,
    ({ creationDate, removedAt, closedDates, tags: _tags, ...rest }) => ({
      ...rest,
      closedDates: [...closedDates],
      creationDate: new Date(creationDate),
      removedAt: toDate(removedAt),
    }),
  );
  const tagged = changes.flatMap(({ key, before, after }) =>
    after === null || (before?.tags ?? []).join() === after.tags.join()
      ? []
      : [{ installationId: getId('installation', key, writing), after }],
  );
  await replaceRows(
    writing.db,
    installationTags,
    installationTags.installationId,
    tagged.map(({ installationId }) => installationId),
    tagged.flatMap(({ installationId, after }) =>
      after.tags.map((tag) => ({ installationId, tagId: getId('tag', tag, writing) })),
    ),
  );
}

/** Writes all rows before their parents, since a zone may refer to a later one. */
async function writeZones(changes: readonly RecordChange<'zone'>[], writing: Writing): Promise<void> {
  await writeRows(changes, zones, writing, ({ installation, parents: _parents, tags: _tags, removedAt, ...rest }) => ({
    ...rest,
    installationId: getId('installation', installation, writing),
    removedAt: toDate(removedAt),
  }));
  const changed = (of: 'parents' | 'tags') =>
    changes.flatMap(({ key, before, after }) =>
      after === null || before?.[of].join() === after[of].join()
        ? []
        : [{ zoneId: getId('zone', key, writing), after }],
    );
  const idsOf = (all: ReturnType<typeof changed>) => all.map(({ zoneId }) => zoneId);
  const moved = changed('parents');
  const parents = moved.flatMap(({ zoneId, after }) =>
    after.parents.map((parent) => ({ zoneId, parentId: getId('zone', joinKey(after.installation, parent), writing) })),
  );
  await replaceRows(writing.db, zoneParents, zoneParents.zoneId, idsOf(moved), parents);
  const tagged = changed('tags');
  const marks = tagged.flatMap(({ zoneId, after }) =>
    after.tags.map((tag) => ({ zoneId, tagId: getId('tag', tag, writing) })),
  );
  await replaceRows(writing.db, zoneTags, zoneTags.zoneId, idsOf(tagged), marks);
}

async function writePassages(changes: readonly RecordChange<'passage'>[], writing: Writing): Promise<void> {
  const zoneId = (installation: string, zone: string | null) =>
    zone === null ? null : getId('zone', joinKey(installation, zone), writing);
  await writeRows(changes, passages, writing, ({ installation, ends: _ends, footfallOf, removedAt, ...rest }) => ({
    ...rest,
    installationId: getId('installation', installation, writing),
    footfallOf: zoneId(installation, footfallOf),
    removedAt: toDate(removedAt),
  }));
  const written = changes.flatMap(({ key, after }) =>
    after === null ? [] : [{ passageId: getId('passage', key, writing), after }],
  );
  await replaceRows(
    writing.db,
    passageEnds,
    passageEnds.passageId,
    written.map(({ passageId }) => passageId),
    written.flatMap(({ passageId, after: { installation, ends } }) =>
      ends.map(({ from, to, validFrom, validTo }) => ({
        passageId,
        fromZoneId: zoneId(installation, from),
        toZoneId: zoneId(installation, to),
        validFrom: toDate(validFrom),
        validTo: toDate(validTo),
      })),
    ),
  );
}
