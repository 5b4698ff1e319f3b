import type { Clock } from '@atrium/domain/core';
import type { FileStore } from '../../platform/files/index.ts';
import type { OwnedFiles } from '../../platform/relational/owned-files.ts';

/** A file is written before its row. After this time it has one, ms. */
const graceMs = 86_400_000;
/** Keys looked up by one statement. */
const batch = 500;

interface OrphanDependencies {
  readonly ownedFiles: readonly OwnedFiles[];
  readonly files: Pick<FileStore, 'listOld' | 'delete'>;
  readonly clock: Clock;
}

/**
 * Deletes stored files that no row has: their process was killed before it wrote the row, or after it deleted it.
 * Returns the deleted keys. Can be repeated and interrupted at any time.
 */
export async function deleteOrphanedFiles(
  { ownedFiles, files, clock }: OrphanDependencies,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const deleted: string[] = [];
  for (const { kind, findUsed } of ownedFiles)
    for await (const keys of files.listOld(kind, clock.now() - graceMs))
      for (let first = 0; first < keys.length && !signal.aborted; first += batch) {
        const some = keys.slice(first, first + batch);
        const used = await findUsed(some);
        for (const key of some.filter((one) => !used.has(one))) {
          await files.delete(key);
          deleted.push(key);
        }
      }
  return deleted;
}
