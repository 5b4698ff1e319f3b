import { passageEnds, passages, zoneParents, zones, zoneTags } from '../../sites/sites.schema.ts';
import { join } from '../../sites/stored/index.ts';
import type { ChangeOf } from '../compare-states.ts';
import { dateOf, idOf, replaceRows, type Writing, writeRows } from './writing.store.ts';

/** Writes all rows before their parents, since a zone may refer to a later one. */
export async function writeZones(changes: readonly ChangeOf<'zone'>[], writing: Writing): Promise<void> {
  await writeRows(changes, zones, writing, ({ installation, parents: _parents, tags: _tags, removedAt, ...rest }) => ({
    ...rest,
    installationId: idOf('installation', installation, writing),
    removedAt: dateOf(removedAt),
  }));
  const changed = (of: 'parents' | 'tags') =>
    changes.flatMap(({ key, before, after }) =>
      after === null || before?.[of].join() === after[of].join() ? [] : [{ zoneId: idOf('zone', key, writing), after }],
    );
  const idsOf = (all: ReturnType<typeof changed>) => all.map(({ zoneId }) => zoneId);
  const moved = changed('parents');
  const parents = moved.flatMap(({ zoneId, after }) =>
    after.parents.map((parent) => ({ zoneId, parentId: idOf('zone', join(after.installation, parent), writing) })),
  );
  await replaceRows(writing.db, zoneParents, zoneParents.zoneId, idsOf(moved), parents);
  const tagged = changed('tags');
  const marks = tagged.flatMap(({ zoneId, after }) =>
    after.tags.map((tag) => ({ zoneId, tagId: idOf('tag', tag, writing) })),
  );
  await replaceRows(writing.db, zoneTags, zoneTags.zoneId, idsOf(tagged), marks);
}

export async function writePassages(changes: readonly ChangeOf<'passage'>[], writing: Writing): Promise<void> {
  const zoneId = (installation: string, zone: string | null) =>
    zone === null ? null : idOf('zone', join(installation, zone), writing);
  await writeRows(changes, passages, writing, ({ installation, ends: _ends, footfallOf, removedAt, ...rest }) => ({
    ...rest,
    installationId: idOf('installation', installation, writing),
    footfallOf: zoneId(installation, footfallOf),
    removedAt: dateOf(removedAt),
  }));
  const written = changes.flatMap(({ key, after }) =>
    after === null ? [] : [{ passageId: idOf('passage', key, writing), after }],
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
        validFrom: dateOf(validFrom),
        validTo: dateOf(validTo),
      })),
    ),
  );
}
