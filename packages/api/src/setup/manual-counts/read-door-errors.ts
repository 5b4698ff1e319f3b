import type { PassageId } from '@atrium/domain/core';
import { type CountError, estimateError } from '@atrium/domain/setup/manual-counts';
import { clipToSpan, findPassageSources, isValidAt, type Topology } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { StoredCount } from './manual-counts.store.ts';
import { compareCounts, listCounts, type ManualCountReads, maxCountsPerPassage } from './read-manual-counts.ts';

export interface DoorError {
  readonly passageId: PassageId;
  /** Pooled from its manual counts with its present sensors; null without enough people. */
  readonly error: CountError | null;
}

/** Maximum number of doors in one query. */
export const maxDoors = 100;

/** Returns the errors of doors of the scope's sites. Unknown doors are left out. */
export async function readDoorErrors(
  reads: Pick<ManualCountReads, 'db' | 'sites' | 'clock' | 'answerQueries'>,
  scope: Scope,
  passageIds: readonly number[],
  signal?: AbortSignal,
): Promise<readonly DoorError[]> {
  const wanted = new Set(passageIds.slice(0, maxDoors));
  const errors: DoorError[] = [];
  for (const site of await reads.sites.topologies(scope)) {
    const doors = site.passages.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
    if (doors.length === 0) continue;
    const now = reads.clock.now();
    const stored = Map.groupBy(await listCounts(reads, scope, site), ({ passageId }) => passageId);
    const counts = doors.flatMap((id) =>
      (stored.get(id) ?? []).filter((count) => hasSameSensors(site, count, now)).slice(0, maxCountsPerPassage),
    );
    const compared = await compareCounts(reads, scope, site, counts, signal);
    for (const passageId of doors) {
      const cells = compared.filter((one) => one.passageId === passageId).flatMap((one) => one.compared.cells);
      errors.push({ passageId, error: estimateError(cells) });
    }
  }
  return errors;
}

/** Whether the sensors of a count's passage are still those that were compared with it. */
function hasSameSensors(site: Topology, { passageId, span }: StoredCount, now: number): boolean {
  const sources = findPassageSources(site, [passageId]);
  const then = sources.filter(({ validity }) => clipToSpan(validity, span) !== null);
  const present = sources.filter(({ validity }) => isValidAt(validity, now));
  const ids = (all: typeof sources) => [...new Set(all.map(({ deviceId }) => deviceId))].sort().join();
  return then.length > 0 && ids(then) === ids(present);
}
