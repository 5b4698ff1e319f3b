import { err, type Failure, failure, type InstallationId, ok, type Result, type ZoneId } from '@atrium/domain/core';
import { type ComparedCount, compareCount } from '@atrium/domain/manual-counts';
import { isValidAt, type Passage, type Topology } from '@atrium/domain/sites';
import type { FindMemberNames } from '../audit/index.ts';
import type { AnswerQueries } from '../measurements/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { CountingDependencies } from './count-by-hand.ts';
import { listCountablePassages } from './countable-passages.ts';
import { manualCountsStore, type StoredCount } from './manual-counts.store.ts';
import { findReportingInterval, loadSensorIntervals } from './sensor-intervals.ts';

export interface ManualCountReads extends CountingDependencies {
  readonly answerQueries: AnswerQueries;
  readonly namesOf: FindMemberNames;
}

export interface ShownCount extends Pick<StoredCount, 'id' | 'span' | 'taps'> {
  /** Null: a former member. */
  readonly by: string | null;
  readonly compared: ComparedCount;
}

/** A countable passage with its counts, latest first. */
export interface CountedPassage {
  readonly passage: Passage;
  /** Names of the places it joins now. Null is the outside. */
  readonly from: string | null;
  readonly to: string | null;
  /** Reporting interval of its sensors in seconds. Null: none is installed. */
  readonly interval: number | null;
  readonly counts: readonly ShownCount[];
}

export interface CountedSite {
  readonly site: Topology;
  readonly passages: readonly CountedPassage[];
}

export const maxPassages = 500;
/** Maximum number of compared counts per passage. */
export const maxCountsPerPassage = 10;

/** Returns a site's passages with their manual counts, each compared with the sensors at the same time. */
export async function readManualCounts(
  { db, sites, clock, answerQueries, namesOf }: ManualCountReads,
  scope: Scope,
  installationId: InstallationId,
  signal?: AbortSignal,
): Promise<Result<CountedSite, Failure>> {
  const site = await sites.topology(scope, installationId);
  if (site === null) return err(failure('NOT_FOUND', 'No such installation', 'installationId'));
  const now = clock.now();
  const passages = listCountablePassages(site).slice(0, maxPassages);
  const byPassage = Map.groupBy(await manualCountsStore(db).ofSite(scope, installationId), (one) => one.passageId);
  const counts = passages.flatMap(({ id }) => (byPassage.get(id) ?? []).slice(0, maxCountsPerPassage));
  const told = await loadSensorIntervals({ answerQueries, site, scope, now }, counts, signal);
  const names = await namesOf(scope, [...new Set(counts.flatMap(({ userId }) => userId ?? []))]);
  const shown = counts.map(({ userId, ...count }, index) => ({
    ...count,
    by: userId === null ? null : (names.get(userId) ?? null),
    compared: compareCount(count.taps, count.span, told[index] ?? [], now),
  }));
  const nameOf = (zoneId: ZoneId | null) => site.zones.find(({ id }) => id === zoneId)?.name ?? null;
  return ok({
    site,
    passages: passages.map((passage) => {
      const ends = passage.ends.find((one) => isValidAt(one, now)) ?? passage.ends.at(-1);
      return {
        passage,
        from: nameOf(ends?.fromZoneId ?? null),
        to: nameOf(ends?.toZoneId ?? null),
        interval: findReportingInterval(site, { passageId: passage.id, span: { from: now, to: now + 1 } }),
        counts: shown.filter(({ passageId }) => passageId === passage.id),
      };
    }),
  });
}
