import type { Instant, Span } from '@atrium/domain/core';
import {
  countAmounts,
  type FallKind,
  maxInterpolatedMs,
  type RegisterCurve,
  readRegister,
  settledAfterMs,
} from '@atrium/domain/numbers';
import { isAmount, removeAmountPart } from '@atrium/domain/numbers/readings';
import type { ReadingKind } from '../../recent-readings/reading-series.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { getHull, joinSpans } from '../spans.ts';
import { numbersPerRow, type ReadCache } from './cached-hours.ts';
import {
  createMergingReader,
  mergeTargets,
  type ScanTarget,
  selectWanted,
  type TimedScan,
  toFilter,
} from './merge-scans.ts';
import { planWholeDays } from './plan-days.ts';
import {
  type FindRecent,
  maxDeviceTime,
  type ReadingsContext,
  type RollupsContext,
  splitPortions,
} from './read-context.ts';
import { listSeries } from './select-readings.ts';
import {
  type MeterInterval,
  type RegisterCuts,
  type RegisterDayRow,
  type RegisterDaySelection,
  registerStatement,
} from './statements/meter-statements.ts';

/** Consumption of a meter between two edges. */
export interface MeterRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  /** The earlier edge. */
  readonly edge: Instant;
  readonly amount: number;
  /** Whether it is estimated, incomplete, or a later sample may still correct it. */
  readonly isPartial: boolean;
}

/** Reads what meters counted between edges, by the readings up to now. */
export type ReadMeters = (
  target: ScanTarget,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
  now: Instant,
) => Promise<readonly MeterRow[]>;

/** Falls of a register in a time. */
interface RegisterFalls {
  readonly device: number;
  readonly metric: string;
  readonly kinds: readonly FallKind[];
}

/** Time of which a register or the amounts of a meter tell how much was consumed. */
export interface MeterTime {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  /** Ascending and disjoint. */
  readonly known: readonly Span[];
}

/** Reads of which time meters are known, by the readings up to now. */
export type ReadMeterTimes = (
  target: ScanTarget,
  span: Span,
  reportingIntervals: readonly MeterInterval[],
  now: Instant,
) => Promise<readonly MeterTime[]>;

export type ReadFalls = (
  target: ScanTarget,
  span: Span,
  reportingIntervals: readonly MeterInterval[],
  now: Instant,
) => Promise<readonly RegisterFalls[]>;

/** Samples of one register, ascending, or amounts of intervals. Samples that no count needs may be missing. */
interface RegisterSeries {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly times: readonly Instant[];
  readonly values: readonly number[];
  /** Milliseconds of each amount; empty for a register. */
  readonly lengths: readonly number[];
}

/** Reads the samples of registers on whole UTC days, cut at edges. */
type ReadRegisters = (
  target: ScanTarget,
  days: Span,
  edges: readonly Instant[],
  selection: RegisterDaySelection,
) => Promise<readonly RegisterSeries[]>;

/** How registers of a time are read. */
interface RegisterReads {
  readonly read: ReadRegisters;
  /** All samples from this instant on are in memory. */
  readonly memoryFrom?: Instant;
}

export type FindRegisters = (target: ScanTarget, span: Span, now: Instant) => Promise<RegisterReads>;

/** Counts registers from any source. */
export const metersFrom = (
  find: FindRegisters,
): { readonly meters: ReadMeters; readonly meterTimes: ReadMeterTimes; readonly falls: ReadFalls } => ({
  async meters(target, edges, reportingIntervals, now) {
    const gaps = new Map(reportingIntervals.map(({ device, gap }) => [device, gap]));
    const reads = await find(target, getHull(edges), now);
    const { curves, amounts } = await readCurves(target, edges, reportingIntervals, now, reads);
    const curveOf = new Map(curves.map((one) => [keyOf(one), one.curve]));
    const amountsOf = new Map(amounts.map((one) => [keyOf(one), one]));
    const meters = new Map([...amountsOf.values(), ...curves].map((one) => [keyOf(one), one]));
    return [...meters].flatMap(([key, { device, metric, descriptors }]) =>
      countAmounts(amountsOf.get(key) ?? noAmounts, curveOf.get(key) ?? null, edges, gaps.get(device) ?? 0).map(
        ({ place, amount, isPartial }) => ({
          device,
          metric,
          descriptors,
          edge: edges[place] as Instant,
          amount,
          isPartial,
        }),
      ),
    );
  },
  async meterTimes(target, { from, to }, reportingIntervals, now) {
    const reads = await find(target, { from, to }, now);
    const { curves, amounts } = await readCurves(target, [from, to], reportingIntervals, now, reads);
    const parts = [
      ...curves.map(({ curve, ...one }) => ({ ...one, known: listKnownSpans(curve) })),
      ...amounts.map(({ times, lengths, ...one }) => ({
        ...one,
        known: times.map((at, place) => ({ from: at, to: at + (lengths[place] as number) })),
      })),
    ];
    return [...Map.groupBy(parts, keyOf).values()].map((same): MeterTime => {
      const { device, metric, descriptors } = same[0] as (typeof parts)[number];
      return { device, metric, descriptors, known: joinSpans(same.flatMap(({ known }) => known)) };
    });
  },
  async falls(target, { from, to }, reportingIntervals, now) {
    const reads = await find(target, { from, to }, now);
    const { curves } = await readCurves(target, [from, to], reportingIntervals, now, reads);
    return curves.map(({ device, metric, curve }) => ({
      device,
      metric,
      kinds: curve.falls.filter(({ at }) => at >= from && at < to).map(({ kind }) => kind),
    }));
  },
});

/** Returns the time between the samples of a register, without spans too long to interpolate. */
function listKnownSpans({ times }: RegisterCurve): Span[] {
  const spans: Span[] = [];
  for (let place = 1; place < times.length; place++) {
    const [from, to] = [times[place - 1] as Instant, times[place] as Instant];
    const last = spans.at(-1);
    if (to - from > maxInterpolatedMs) continue;
    if (last?.to === from) spans[spans.length - 1] = { from: last.from, to };
    else spans.push({ from, to });
  }
  return spans;
}

/** Reads some devices at a time. */
export function registersFromReadings({ readOnce, select }: ReadingsContext): FindRegisters {
  const read: ReadRegisters = async (target, days, edges, selection) => {
    const parts = splitPortions(new Set(target.devices), maxDeviceTime / (days.to - days.from)).map((devices) => {
      const source = { whole: [], cut: [], readings: [days] };
      const readings = select({ ...mergeTargets([target]), devices });
      return readOnce<RegisterDayRow>(registerStatement({ readings, days: source }, splitEdges(edges), selection));
    });
    return joinDays((await Promise.all(parts)).flat(), target, days);
  };
  return async () => ({ read });
}

const quarterMs = 900_000;

/** Days with other edges than quarter-hours are read whole, so that as now moves on, a cached read serves. */
const splitEdges = (edges: readonly Instant[]): RegisterCuts => ({
  edges: edges.filter((edge) => edge % quarterMs === 0),
  wholeDays: [...new Set(edges.filter((edge) => edge % quarterMs !== 0).map((edge) => Math.floor(edge / dayMs)))],
});

interface RegisterAsk extends TimedScan {
  readonly wholeDays: readonly number[];
  readonly selection: RegisterDaySelection;
}

/** Rollups store every sample, so deleted readings are not needed. A read of past days is cached. */
export function registersFromRollups(
  { organizationId, read, select, since, dirtyIn, bounded }: RollupsContext,
  kept: ReadCache,
): FindRegisters {
  const merged = createMergingReader<RegisterAsk, RegisterDayRow>(
    ({ selection }) => selection,
    (all, asks) =>
      bounded(all, ({ target, edges, spans }) => {
        const days = planWholeDays(spans, [], dirtyIn(target, spans), since);
        const wholeDays = [...new Set(asks.flatMap((ask) => ask.wholeDays))];
        const { selection } = asks[0] as RegisterAsk;
        return read(registerStatement({ readings: select(target), days }, { edges, wholeDays }, selection));
      }),
  );
  const readDays: ReadRegisters = (target, days, edges, selection) => {
    const cuts = splitEdges(edges.filter((edge) => edge > days.from && edge < days.to));
    const { devices, metrics } = toFilter(mergeTargets([target]));
    const what = ['registers', devices, metrics, days.from, cuts, selection];
    return kept.read(
      { organization: organizationId, installation: target.installation, until: days.to, what },
      async () => {
        const ask = { target, edges: [days.from, ...cuts.edges, days.to], wholeDays: cuts.wholeDays, selection };
        return joinDays(await merged(ask), target, days);
      },
      (found) => found.reduce((sum, { times, lengths }) => sum + numbersPerRow + 2 * times.length + lengths.length, 0),
    );
  };
  return async () => ({ read: readDays });
}

export const registersFromMemory =
  (findRecent: FindRecent, rolled: FindRegisters): FindRegisters =>
  async (target, span, now) => {
    const [held, { read }] = await Promise.all([
      findRecent(target.installation, findRegisterDays(span, now).to),
      rolled(target, span, now),
    ]);
    if (held === null) return { read };
    return {
      memoryFrom: held.from,
      async read(target, days, edges, selection) {
        if (days.to <= held.from || selection !== 'all') return read(target, days, edges, selection);
        const early = await read(target, { from: days.from, to: held.from }, edges, selection);
        return joinRegisters([early, scanRegisters(held, target)]);
      },
    };
  };

/** Samples this close are interpolated; a fall is nearly always decided one day later. */
const marginMs = maxInterpolatedMs + settledAfterMs;

/** Returns the days to read for a time. Nothing after now is read. */
function findRegisterDays({ from, to }: Span, now: Instant): Span {
  return {
    from: Math.floor((from - marginMs) / dayMs) * dayMs,
    to: Math.ceil((Math.min(to + marginMs, now) + 1) / dayMs) * dayMs,
  };
}

interface ReadCurve extends Pick<RegisterSeries, 'device' | 'metric' | 'descriptors'> {
  readonly curve: RegisterCurve;
}

/**
 * Reads registers with what decides on their falls, and amounts of intervals, by the readings up to now.
 *
 * Samples of a month before and after are read. Where a register did not rise in the month before, a dropout may be
 * older, so its last changes are read too. Where a fall is open at the end, its next changes are.
 */
async function readCurves(
  target: ScanTarget,
  edges: readonly Instant[],
  reportingIntervals: readonly MeterInterval[],
  now: Instant,
  { read, memoryFrom = Number.POSITIVE_INFINITY }: RegisterReads,
): Promise<{ readonly curves: readonly ReadCurve[]; readonly amounts: readonly RegisterSeries[] }> {
  const { from, to } = getHull(edges);
  // All reads of recent hours share the days before those in memory.
  const days = findRegisterDays({ from: Math.min(from, memoryFrom), to }, now);
  const found = await read(target, days, edges, 'all');
  const known = found.map((series) => cutAfter(series, now)).filter(({ times }) => times.length > 0);
  const near = known.filter(({ descriptors }) => !isAmount(descriptors));
  const paused = near.filter((series) => !risesBefore(series, from));
  const earlier = await readMore(read, target, paused, { from: 0, to: days.from }, 'lastChanges');
  const rollovers = new Map(reportingIntervals.map(({ device, rollover }) => [device, rollover]));
  const curveOf = (series: RegisterSeries) => readRegister(series, rollovers.get(series.device) ?? 0);
  const early = near.map((series) => {
    const known = joinSeries(earlier.get(keyOf(series)), series);
    return { known, curve: curveOf(known) };
  });
  const rest = { from: days.to, to: Math.ceil((now + 1) / dayMs) * dayMs };
  const open = days.to > memoryFrom ? [] : early.filter(({ curve }) => isOpen(curve, to)).map(({ known }) => known);
  const later = await readMore(read, target, open, rest, 'firstChanges');
  const curves = early.map(({ known, curve }) => {
    const { device, metric, descriptors } = known;
    const next = later.get(keyOf(known));
    return {
      device,
      metric,
      descriptors,
      curve: next === undefined ? curve : curveOf(joinSeries(known, cutAfter(next, now))),
    };
  });
  const amounts = known.flatMap(({ descriptors, ...series }) =>
    isAmount(descriptors) ? [{ ...series, descriptors: removeAmountPart(descriptors) }] : [],
  );
  return { curves, amounts };
}

const noAmounts = { times: [], values: [], lengths: [] };

const keyOf = ({ device, metric, descriptors }: Pick<MeterRow, 'device' | 'metric' | 'descriptors'>) =>
  `${device} ${metric} ${descriptors}`;

/** Reads more days of some registers. */
async function readMore(
  read: ReadRegisters,
  { installation }: ScanTarget,
  some: readonly RegisterSeries[],
  days: Span,
  selection: RegisterDaySelection,
): Promise<ReadonlyMap<string, RegisterSeries>> {
  if (some.length === 0 || days.from >= days.to) return new Map();
  const target = {
    installation,
    devices: [...new Set(some.map(({ device }) => device))],
    metrics: [...new Set(some.map(({ metric }) => metric))],
  };
  return new Map((await read(target, days, [], selection)).map((series) => [keyOf(series), series]));
}

/** Whether a sample before an instant exceeds the one before it. A dropout that is older has ended then. */
function risesBefore({ times, values }: RegisterSeries, before: Instant): boolean {
  for (let place = 1; place < times.length && (times[place] as Instant) < before; place++)
    if ((values[place] as number) > (values[place - 1] as number)) return true;
  return false;
}

/** Whether samples after those read may matter to the time before an instant. */
const isOpen = ({ openSince, times }: RegisterCurve, to: Instant) =>
  (openSince !== null && openSince < to) || (times.at(-1) as Instant) <= to;

function cutAfter(series: RegisterSeries, now: Instant): RegisterSeries {
  if ((series.times.at(-1) ?? now) <= now) return series;
  const size = series.times.findIndex((at) => at > now);
  const { times, values, lengths } = series;
  return { ...series, times: times.slice(0, size), values: values.slice(0, size), lengths: lengths.slice(0, size) };
}

const joinSeries = (early: RegisterSeries | undefined, late: RegisterSeries): RegisterSeries =>
  early === undefined
    ? late
    : {
        ...late,
        times: [...early.times, ...late.times],
        values: [...early.values, ...late.values],
        lengths: [...early.lengths, ...late.lengths],
      };

/** Joins series of times that follow each other. */
function joinRegisters(parts: readonly (readonly RegisterSeries[])[]): RegisterSeries[] {
  const joined = new Map<string, RegisterSeries>();
  for (const series of parts.flat()) joined.set(keyOf(series), joinSeries(joined.get(keyOf(series)), series));
  return [...joined.values()];
}

/** Joins the days of each register of a scan; a shared statement may return others. */
function joinDays(rows: readonly RegisterDayRow[], target: ScanTarget, { from, to }: Span): RegisterSeries[] {
  const own = selectWanted(rows, target).filter(({ day }) => day * dayMs >= from && day * dayMs < to);
  return [...Map.groupBy(own, keyOf).values()].map((days): RegisterSeries => {
    const { device, metric, descriptors } = days[0] as RegisterDayRow;
    const inOrder = days.sort((left, right) => left.day - right.day);
    const times = inOrder.flatMap((day) => day.times);
    const [values, lengths] = [inOrder.flatMap((day) => day.values), inOrder.flatMap((day) => day.lengths)];
    return { device, metric, descriptors, times, values, lengths };
  });
}

/** Returns the samples of registers in memory. */
function scanRegisters(site: RecentReadings, target: ScanTarget): RegisterSeries[] {
  return [...listSeries(site, target)].flatMap(({ metric, device, line }) => {
    const found = new Map<string, { times: Instant[]; values: number[]; lengths: number[] }>();
    for (let place = line.placeOf(site.from - site.base); place < line.size; place++) {
      const { descriptors, interval } = site.kinds[line.kinds[place] as number] as ReadingKind;
      const series = found.get(descriptors) ?? { times: [], values: [], lengths: [] };
      found.set(descriptors, series);
      series.times.push(site.base + (line.times[place] as number));
      series.values.push(line.values[place] as number);
      if (isAmount(descriptors)) series.lengths.push(interval * 1000);
    }
    return [...found].map(([descriptors, series]) => ({ device, metric, descriptors, ...series }));
  });
}
