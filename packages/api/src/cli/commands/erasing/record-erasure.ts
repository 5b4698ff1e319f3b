import type { Clock } from '@atrium/domain/core';
import { type Erased, erasureRecord } from '../../../platform/erasures/index.ts';
import type { FileStore } from '../../../platform/files/index.ts';

interface Tools {
  readonly files: FileStore;
  readonly clock: Clock;
  out(line: string): void;
}

/** Erases something and records when that began and when it was finished, also where it was interrupted in between. */
export async function recordErasure(erased: Erased, { files, clock, out }: Tools, erase: () => Promise<void>) {
  const record = erasureRecord(files);
  const begun = await record.begin(erased, clock.now());
  if (begun !== null) out(`the erasure begun at ${begun} is resumed`);
  await erase();
  await record.finish(erased, clock.now());
  out(
    `${erased.site?.name ?? erased.name} is erased; backups that were made before still have it, until they are removed`,
  );
}

/** Of an erasure that removed everything and was interrupted before that was recorded; false: there is none. */
export async function finishErasure(
  isMeant: (erased: Erased) => boolean,
  { files, clock, out }: Tools,
): Promise<boolean> {
  const record = erasureRecord(files);
  const found = (await record.unfinished()).find(isMeant);
  if (found === undefined) return false;
  await record.finish(found, clock.now());
  out(`the erasure begun at ${found.begun} is finished: nothing was left of ${found.site?.name ?? found.name}`);
  return true;
}
