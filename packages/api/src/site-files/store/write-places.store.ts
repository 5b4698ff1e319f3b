import { eq } from 'drizzle-orm';
import { passageEnds, passages, zoneParents, zones, zoneTags } from '../../sites/sites.schema.ts';
import { join } from '../../sites/stored/index.ts';
import type { ChangeOf } from '../compare-states.ts';
import { dateOf, idOf, type Writing } from './writing.store.ts';

/** All rows first, then what joins them: a zone may lie in one that stands further down. */
export async function writeZones(changes: readonly ChangeOf<'zone'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { installation, parents: _parents, tags: _tags, removedAt, ...rest } = after;
    const values = { ...rest, removedAt: dateOf(removedAt) };
    const known = ids.zone.get(key);
    if (known !== undefined) await db.update(zones).set(values).where(eq(zones.id, known));
    else {
      const installationId = idOf('installation', installation, writing);
      const [row] = await db
        .insert(zones)
        .values({ organizationId, installationId, ...values })
        .returning({ id: zones.id });
      ids.zone.set(key, row?.id as number);
    }
  }
  for (const { key, before, after } of changes) {
    if (after === null) continue;
    const zoneId = idOf('zone', key, writing);
    if (before?.parents.join() !== after.parents.join()) {
      await db.delete(zoneParents).where(eq(zoneParents.zoneId, zoneId));
      const parents = after.parents.map((parent) => ({
        zoneId,
        parentId: idOf('zone', join(after.installation, parent), writing),
      }));
      if (parents.length > 0) await db.insert(zoneParents).values(parents);
    }
    if (before?.tags.join() !== after.tags.join()) {
      await db.delete(zoneTags).where(eq(zoneTags.zoneId, zoneId));
      const marks = after.tags.map((tag) => ({ zoneId, tagId: idOf('tag', tag, writing) }));
      if (marks.length > 0) await db.insert(zoneTags).values(marks);
    }
  }
}

export async function writePassages(changes: readonly ChangeOf<'passage'>[], writing: Writing): Promise<void> {
  const { db, organizationId, ids } = writing;
  for (const { key, after } of changes) {
    if (after === null) continue;
    const { installation, ends, footfallOf, removedAt, ...rest } = after;
    const zoneId = (zone: string | null) => (zone === null ? null : idOf('zone', join(installation, zone), writing));
    const values = { ...rest, footfallOf: zoneId(footfallOf), removedAt: dateOf(removedAt) };
    let passageId = ids.passage.get(key);
    if (passageId !== undefined) await db.update(passages).set(values).where(eq(passages.id, passageId));
    else {
      const installationId = idOf('installation', installation, writing);
      const [row] = await db
        .insert(passages)
        .values({ organizationId, installationId, ...values })
        .returning({ id: passages.id });
      passageId = row?.id as number;
      ids.passage.set(key, passageId);
    }
    await db.delete(passageEnds).where(eq(passageEnds.passageId, passageId));
    for (const { from, to, validFrom, validTo } of ends) {
      await db.insert(passageEnds).values({
        passageId,
        fromZoneId: zoneId(from),
        toZoneId: zoneId(to),
        validFrom: dateOf(validFrom),
        validTo: dateOf(validTo),
      });
    }
  }
}
