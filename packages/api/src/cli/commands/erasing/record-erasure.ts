import type { Clock } from '@atrium/domain/core';
import { type Erased, openErasureRecord } from '../../../platform/erasures/index.ts';
import type { FileStore } from '../../../platform/files/index.ts';

interface Tools {
  readonly files: FileStore;
  readonly clock: Clock;
  out(line: string): void;
}

/** Erases something and records its begin and end. Resumes the record of an interrupted erasure. */
export async function recordErasure(erased: Erased, { files, clock, out }: Tools, erase: () => Promise<void>) {
  const record = openErasureRecord(files);
  const begun = await record.begin(erased, clock.now());
  if (begun !== null) out(`the erasure begun at ${begun} is resumed`);
  await erase();
  await record.finish(erased, clock.now());
  out(
    `${erased.site?.name ?? erased.name} is erased; backups that were made before still have it, until they are removed`,
  );
}

/**
 * Completes the record of an erasure that was interrupted after it had removed everything. Returns false if there is
 * none.
 */
export async function finishErasure(
  isMeant: (erased: Erased) => boolean,
  { files, clock, out }: Tools,
): Promise<boolean> {
  const record = openErasureRecord(files);
  const found = (await record.unfinished()).find(isMeant);
  if (found === undefined) return false;
  await record.finish(found, clock.now());
  out(`the erasure begun at ${found.begun} is finished: nothing was left of ${found.site?.name ?? found.name}`);
  return true;
}
