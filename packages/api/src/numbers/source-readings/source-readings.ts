import { err, type Failure, type Instant, ok, type Result, type Span } from '@atrium/domain/core';
import { type FallKind, findMetric, type MeasurementQuery } from '@atrium/domain/numbers';
import { intersectValidity, type Topology } from '@atrium/domain/sites';
import { createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { MeasurementDeps } from '../planner/answer-queries.ts';
import { createCountedTimes } from '../planner/counted-time.ts';
import { type Plan, type PlannedSite, planQuery } from '../planner/plan/plan-query.ts';
import { readReported } from '../planner/plan/reporting-places.ts';
import { narrow } from '../planner/plan/scoped-query.ts';
import type { Source } from '../planner/plan/sources.ts';
import { intersect, type Timeline } from '../planner/plan/timeline.ts';
import { createScanners, type Scanner } from '../planner/read/scanner.ts';
import { toMeterInterval } from '../planner/read/statements/meter-statements.ts';
import type { ReadingsOf } from '../planner/read/statements/readings-of.ts';
import type { ListedCorrection } from '../reading-corrections/list-reading-corrections.ts';
import {
  type CountedStretch,
  type RawReading,
  type RegisterGaps,
  type SourceReadingsStore,
  sourceReadingsStore,
} from './source-readings.store.ts';

/** Device whose readings a number consists of, with their totals. */
export interface ReadingSource {
  readonly installationId: number;
  readonly deviceId: number;
  readonly device: string;
  readonly passageId: number | null;
  readonly passage: string | null;
  /** As sent. */
  readonly metric: string;
  /** For a ratio: 0 numerator, 1 denominator. Otherwise 0. */
  readonly part: number;
  /** Its readings are subtracted (exits, for people inside). */
  readonly subtracts: boolean;
  readonly readings: number;
  /** Sum of the values, without time covered by finer readings; null without any. */
  readonly sum: number | null;
  /** Milliseconds; null without any. */
  readonly last: Instant | null;
  /** Readings that count partly, because finer ones cover the rest of their time. */
  readonly overlapped: number;
  /** Falls of a meter's register that count nothing: it stepped back or dropped out. */
  readonly stepsBack: number;
  /** Resets of a register, and replaced meters: it counts from there. */
  readonly resets: number;
  /** Gaps between samples of more than two reporting intervals, across which consumption is estimated. */
  readonly gaps: number;
}

export interface SourceReadings {
  readonly sources: readonly ReadingSource[];
  readonly count: number;
  /** Corrections of the sources that touch the queried time. Their readings are not among these. */
  readonly corrections: readonly ListedCorrection[];
  /** Newest readings, limited as requested. */
  readonly readings: readonly (RawReading & { readonly deviceName: string; readonly timezone: string })[];
}

/** Returns what the answer to a query consists of, by the same rules, within the viewer's scope. */
export type FindSourceReadings = (
  scope: Scope,
  query: MeasurementQuery,
  most: number,
  signal?: AbortSignal,
) => Promise<Result<SourceReadings, Failure>>;

/** Returns the corrections of a site that touch any of the spans. */
export type FindCorrections = (
  scope: Scope,
  site: Topology,
  spans: readonly Span[],
) => Promise<readonly ListedCorrection[]>;

export function createSourceReadings(
  deps: MeasurementDeps,
  findCorrections: FindCorrections = async () => [],
): FindSourceReadings {
  const { analytics, sites, facts, clock, ledger } = deps;
  const scannerOf = createScanners(deps);
  const countedTimes = createCountedTimes(deps);
  return async (scope, query, most, signal) => {
    const store = sourceReadingsStore(createQueryReader(analytics, buildQueryOwner(scope, signal)));
    const [topologies, known] = await Promise.all([sites.topologies(scope), facts(scope)]);
    const scoped = narrow(scope, query, topologies, known);
    if (!scoped.ok) return err(scoped.error);
    const now = clock.now();
    await ledger?.open();
    const scanner = scannerOf(createQueryReader(analytics, buildQueryOwner(scope, signal)), scope.organizationId);
    const plan = planQuery(scoped.value, now, await readReported(scoped.value, scanner));
    if (!plan.ok) return err(plan.error);
    const [first] = plan.value;
    // For several metrics the whole queried time is shown.
    const times = plan.value.length === 1 && first ? await countedTimes(scope, first, signal) : [];
    const reads = { store, scanner, corrections: findCorrections.bind(null, scope) };
    const found = await Promise.all(
      sitesOf(plan.value).map((site, index) =>
        behindSite(reads, { ...site, timeline: times[index] ?? site.timeline }, most, now),
      ),
    );
    return ok({
      sources: found.flatMap(({ sources }) => sources),
      count: found.flatMap(({ sources }) => removeDuplicates(sources)).reduce((sum, { readings }) => sum + readings, 0),
      corrections: found.flatMap(({ corrections }) => corrections),
      readings: found
        .flatMap(({ readings }) => readings)
        .sort((one, other) => other.at - one.at)
        .slice(0, most),
    });
  };
}

/** Returns the sites of all queried metrics, each once, with the series of each metric. */
function sitesOf(plans: readonly Plan[]): readonly PlannedSite[] {
  const [first] = plans;
  return (first?.sites ?? []).map((site, index) => ({
    ...site,
    series: plans.flatMap(({ sites }) => sites[index]?.series ?? []),
  }));
}

async function behindSite(
  { store, scanner, corrections: findCorrections }: SiteReads,
  site: PlannedSite,
  most: number,
  now: Instant,
) {
  const { topology, timeline } = site;
  const sources = site.series.flatMap((series) =>
    series.sources.flatMap((list, part) =>
      list.flatMap((source) => listSending(topology, source)).map((source) => ({ ...source, part })),
    ),
  );
  // Readings that have not begun do not count yet.
  const spans = intersect(askedSpans(timeline), [{ from: Number.NEGATIVE_INFINITY, to: now + 1 }]);
  const stretches = sources.flatMap((source) => stretchesOf(source, spans));
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined || stretches.length === 0)
    return { sources: [], readings: [], corrections: [] };
  const rectangle = {
    organizationId: topology.organizationId,
    installations: [topology.installationId],
    metrics: [...new Set(stretches.map(({ metric }) => metric))],
    devices: [...new Set(stretches.map(({ device }) => device))],
    from: first.from,
    to: last.to,
  };
  const [totals, readings, registers, corrections] = await Promise.all([
    store.totals(rectangle, stretches),
    store.newest(rectangle, stretches, most),
    readRegisters({ store, scanner }, topology, rectangle, now),
    findCorrections(topology, spans),
  ]);
  const nameOf = (deviceId: number) => topology.devices.find(({ id }) => id === deviceId)?.name ?? '';
  const shown = new Map(sources.map((source) => [[source.deviceId, source.metric, source.part].join(), source]));
  return {
    sources: [...shown.values()].map(({ deviceId, metric, passageId, part, sign }): ReadingSource => {
      const isOwn = (each: { readonly device: number; readonly metric: string }) =>
        each.device === deviceId && each.metric === metric;
      const total = totals.find(isOwn);
      const register = registers.find(isOwn);
      return {
        installationId: topology.installationId,
        deviceId,
        device: nameOf(deviceId),
        passageId,
        passage: topology.passages.find(({ id }) => id === passageId)?.name ?? null,
        metric,
        part,
        subtracts: sign === -1,
        readings: total?.readings ?? 0,
        sum: total?.sum ?? null,
        last: total?.last ?? null,
        overlapped: total?.overlapped ?? 0,
        stepsBack: register?.stepsBack ?? 0,
        resets: register?.resets ?? 0,
        gaps: register?.gaps ?? 0,
      };
    }),
    corrections: corrections.filter((one) =>
      sources.some(
        ({ deviceId, metric }) => deviceId === one.deviceId && (one.metrics === null || one.metrics.includes(metric)),
      ),
    ),
    readings: readings.map((reading) => ({
      ...reading,
      deviceName: nameOf(reading.device),
      timezone: topology.timezone,
    })),
  };
}

/** Returns the source, or the members of a virtual device while it is made of them: it sends no readings itself. */
function listSending({ devices }: Topology, source: Source): readonly Source[] {
  const members = devices.find(({ id }) => id === source.deviceId)?.members ?? [];
  if (members.length === 0) return [source];
  return members.flatMap(({ deviceId, factor, validFrom, validTo }) => {
    const validity = intersectValidity(source.validity, { validFrom, validTo });
    const sign = factor < 0 ? (-source.sign as 1 | -1) : source.sign;
    return validity === null ? [] : [{ ...source, deviceId, sign, validity }];
  });
}

interface SiteReads extends Reads {
  corrections(site: Topology, spans: readonly Span[]): Promise<readonly ListedCorrection[]>;
}

interface Reads {
  readonly store: SourceReadingsStore;
  readonly scanner: Scanner;
}

/** Irregularities of a meter's registers. */
interface RegisterHealth extends RegisterGaps {
  readonly stepsBack: number;
  readonly resets: number;
}

/** Reads how registers behaved, for devices that have any. */
async function readRegisters(
  { store, scanner }: Reads,
  { installationId, devices }: Topology,
  readings: ReadingsOf,
  now: Instant,
): Promise<readonly RegisterHealth[]> {
  const metrics = readings.metrics.filter((metric) => findMetric(metric)?.kind === 'counter');
  if (metrics.length === 0) return [];
  const reportingIntervals = devices.filter(({ id }) => readings.devices.includes(id)).map(toMeterInterval);
  const want = { installation: installationId, devices: readings.devices, metrics };
  const [gaps, falls] = await Promise.all([
    store.gaps({ ...readings, metrics }, reportingIntervals),
    scanner.falls(want, readings, reportingIntervals, now),
  ]);
  return gaps.map((meter) => {
    const kinds = falls.flatMap((fall) =>
      fall.device === meter.device && fall.metric === meter.metric ? fall.kinds : [],
    );
    const countOf = (...some: readonly FallKind[]) => kinds.filter((kind) => some.includes(kind)).length;
    return { ...meter, stepsBack: countOf('stepBack', 'dropout'), resets: countOf('reset', 'replaced') };
  });
}

/** Returns the queried time as merged spans. */
function askedSpans({ edges, bucketOf }: Timeline): readonly Span[] {
  const spans: Span[] = [];
  for (const [piece, bucket] of bucketOf.entries()) {
    const [from, to] = [edges[piece] as Instant, edges[piece + 1] as Instant];
    const before = spans.at(-1);
    if (bucket < 0) continue;
    if (before?.to === from) spans[spans.length - 1] = { from: before.from, to };
    else spans.push({ from, to });
  }
  return spans;
}

/**
 * Returns when a source's readings count in the queried time. A moved device counts here only while it was installed
 * here.
 */
function stretchesOf({ deviceId, metric, validity }: Source, spans: readonly Span[]): readonly CountedStretch[] {
  return spans.flatMap((span) => {
    const from = Math.max(span.from, validity.validFrom ?? span.from);
    const to = Math.min(span.to, validity.validTo ?? span.to);
    return from < to ? [{ device: deviceId, metric, from, to }] : [];
  });
}

/** Removes duplicates: a device's readings may be on both sides of a ratio. */
function removeDuplicates(sources: readonly ReadingSource[]): readonly ReadingSource[] {
  return [...new Map(sources.map((source) => [`${source.deviceId}/${source.metric}`, source])).values()];
}
