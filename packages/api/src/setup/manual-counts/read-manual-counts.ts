import {
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  ok,
  type PassageId,
  type Result,
  roundUpGranularity,
  type Span,
  startOfSiteDay,
  toSiteDay,
  type ZoneId,
} from '@atrium/domain/core';
import {
  emptyQuery,
  findMetric,
  getDefaultAggregation,
  type LabelledValue,
  type MeasurementQuery,
} from '@atrium/domain/numbers';
import { type ComparedCount, compareCount, type SensorInterval } from '@atrium/domain/setup/manual-counts';
import { clipToSpan, findPassageSources, isValidAt, type Passage, type Topology } from '@atrium/domain/sites';
import type { Answer, AnswerQueries } from '../../numbers/index.ts';
import type { FindMemberNames } from '../../people/audit/index.ts';
import { Overloaded } from '../../platform/failures.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { CountingDependencies } from './count-by-hand.ts';
import { listCountablePassages } from './count-by-hand.ts';
import { manualCountsStore, type StoredCount } from './manual-counts.store.ts';

interface AskedTime {
  readonly passageId: PassageId;
  readonly span: Span;
}

const hour = 3_600_000;

/** Returns the reporting interval in seconds of the sensors installed at a passage at that time. Null: none were. */
function findReportingInterval(site: Topology, { passageId, span }: AskedTime): number | null {
  const sources = findPassageSources(site, [passageId]).filter(({ validity }) => clipToSpan(validity, span) !== null);
  const intervals = site.devices.filter(({ id }) => sources.some(({ deviceId }) => deviceId === id));
  return intervals.length === 0 ? null : Math.max(...intervals.map(({ interval }) => interval));
}

/**
 * Returns what the sensors of passages counted during the given times, in the same order. Uses the queries of pages.
 */
async function loadSensorIntervals(
  { answerQueries, site, scope, now }: { answerQueries: AnswerQueries; site: Topology; scope: Scope; now: Instant },
  asked: readonly AskedTime[],
  signal?: AbortSignal,
): Promise<readonly (readonly SensorInterval[])[]> {
  const queries = asked.flatMap((time) => ['affluenceIn', 'affluenceOut'].map((metric) => queryOf(site, metric, time)));
  const answers = queries.length === 0 ? [] : await answerQueries(scope, queries, signal);
  const told = answers.map((answer) => {
    if (answer.ok) return valuesOf(answer.value, now);
    if (answer.error.code === 'OVERLOADED') throw new Overloaded(answer.error.retryAfter ?? 1);
    throw new Error(`what a sensor counted was refused: ${answer.error.message}`);
  });
  return asked.map((_, index) => bothWays(told[2 * index] ?? new Map(), told[2 * index + 1] ?? new Map()));
}

/** Queries whole hours around the time, so that no bucket is cut at the begin or end of the period. */
function queryOf(site: Topology, id: string, time: AskedTime): MeasurementQuery {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`manual counts are compared with ${id}, which is no metric`);
  const { from, to } = time.span;
  const day = startOfSiteDay(site, toSiteDay(site, from));
  const span = { from: day + Math.floor((from - day) / hour) * hour, to: day + Math.ceil((to - day) / hour) * hour };
  const width = roundUpGranularity(findReportingInterval(site, time) ?? 300);
  const only = (one: number) => ({ exclude: false, ids: [one] });
  return {
    ...emptyQuery,
    metric: id,
    aggregation: getDefaultAggregation(metric),
    target: 'PASSAGE',
    periods: [{ kind: 'span', span }],
    granularity: width,
    groupBy: [{ type: 'DATE', granularity: width, period: null, ids: null }],
    installations: only(site.installationId),
    passages: only(time.passageId),
  };
}

type Values = ReadonlyMap<Instant, Span & { readonly value: number | null }>;

/**
 * Converts an answer to intervals. A value is only known once the next interval is over, since until then a silent
 * sensor can't be distinguished from a late one. Intervals longer than an hour are too coarse for a comparison.
 */
function valuesOf({ data, granularity }: Answer, now: Instant): Values {
  const width = (granularity ?? 0) * 1000;
  if (width === 0 || width > hour) return new Map();
  return new Map(
    data.map((point) => {
      const from = Date.parse(point.label);
      const to = from + width;
      return [from, { from, to, value: to + width > now ? null : wholeOf(point) }];
    }),
  );
}

const wholeOf = ({ value, state, partial }: LabelledValue): number | null =>
  state === undefined && partial !== true && typeof value === 'number' ? value : null;

function bothWays(along: Values, against: Values): readonly SensorInterval[] {
  return [...along.values()].map(({ from, to, value }) => ({
    from,
    to,
    along: value,
    against: against.get(from)?.value ?? null,
  }));
}

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

/** Returns the counts of a site, latest first. */
export const listCounts = ({ db }: Pick<ManualCountReads, 'db'>, scope: Scope, { installationId }: Topology) =>
  manualCountsStore(db).ofSite(scope, installationId);

/** Compares counts of a site with its sensors at the same time, in the same order. */
export async function compareCounts(
  { answerQueries, clock }: Pick<ManualCountReads, 'answerQueries' | 'clock'>,
  scope: Scope,
  site: Topology,
  counts: readonly StoredCount[],
  signal?: AbortSignal,
): Promise<readonly (StoredCount & { readonly compared: ComparedCount })[]> {
  const now = clock.now();
  const told = await loadSensorIntervals({ answerQueries, site, scope, now }, counts, signal);
  return counts.map((count, index) => ({
    ...count,
    compared: compareCount(count.taps, count.span, told[index] ?? [], now),
  }));
}

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
  const byPassage = Map.groupBy(await listCounts({ db }, scope, site), (one) => one.passageId);
  const counts = passages.flatMap(({ id }) => (byPassage.get(id) ?? []).slice(0, maxCountsPerPassage));
  const compared = await compareCounts({ answerQueries, clock }, scope, site, counts, signal);
  const names = await namesOf(scope, [...new Set(counts.flatMap(({ userId }) => userId ?? []))]);
  const shown = compared.map(({ userId, ...count }) => ({
    ...count,
    by: userId === null ? null : (names.get(userId) ?? null),
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
