import { passageEnds, passages, zoneParents, zones, zoneTags } from '../../sites/sites.schema.ts';
import { joinKey } from '../../sites/stored/index.ts';
import type { ChangeOf } from '../compare-states.ts';
import { getId, replaceRows, toDate, type Writing, writeRows } from './writing.store.ts';

/** Writes all rows before their parents, since a zone may refer to a later one. */
export async function writeZones(changes: readonly ChangeOf<'zone'>[], writing: Writing): Promise<void> {
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

export async function writePassages(changes: readonly ChangeOf<'passage'>[], writing: Writing): Promise<void> {
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
