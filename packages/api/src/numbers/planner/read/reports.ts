import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import type { ReadingKind, ReadingSeries } from '../../recent-readings/reading-series.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { minGapMs } from '../../rollups/roll-up.store.ts';
import { joinSpans } from '../spans.ts';
import type { ActivityDay, DeviceActivity } from './device-activity.ts';
import {
  createMergingReader,
  createScanBatcher,
  type MergedTargets,
  type ReportingInterval,
  type ScanTarget,
  selectStrictest,
  type TimedScan,
} from './merge-scans.ts';
import { findDirtyTime } from './plan-days.ts';
import {
  type FindRecent,
  maxDeviceTime,
  type ReadingsContext,
  type RollupsContext,
  splitPortions,
} from './read-context.ts';
import { listKinds, listSeries } from './select-readings.ts';
import {
  buildRangesPart,
  type ReadingsSelection,
  sentCondition,
  sentParams,
  type TimePart,
} from './statements/readings-of.ts';

/** Reads who reported when in a window. */
export type ReadReports = (
  want: ScanTarget,
  window: Span,
  reportingIntervals: readonly ReportingInterval[],
) => Promise<readonly ReportRow[]>;

/** Reads the lengths of readings longer than `over` (s) that begin on the UTC days of a span; may include others. */
export type ReadLengths = (want: ScanTarget, span: Span, over: number) => Promise<readonly LengthRow[]>;

/** Common part of length reads that share a statement. */
interface LengthShape {
  readonly days: Span;
  readonly over: number;
}

interface ReportAsk extends TimedScan {
  readonly reportingIntervals: readonly ReportingInterval[];
}

export function reportsFromReadings({ read, select }: ReadingsContext): ReadReports {
  // The metrics are part of the shape: whether a device reported must not depend on other scans.
  const reports = createScanBatcher<{ window: Span; metrics: readonly string[] }, ReportRow>(
    async (want, { window }, reportingIntervals) => {
      const portions = splitPortions(want.devices, maxDeviceTime / (window.to - window.from));
      const ranges = buildRangesPart('r', [window]);
      const filters = portions.map((devices) => select({ ...want, devices }));
      const rows = filters.map((filter) => read<ReportRow>(reportStatement(filter, ranges, reportingIntervals)));
      return (await Promise.all(rows)).flat();
    },
  );
  return (want, window, reportingIntervals) => reports(want, { window, metrics: want.metrics }, reportingIntervals);
}

export function reportsFromRollups(
  context: RollupsContext,
  fromReadings: ReadReports,
  deviceActivity: DeviceActivity,
): ReadReports {
  const reports = reportReader(context, deviceActivity);
  return async (want, window, reportingIntervals) => {
    if (reportingIntervals.some(({ tolerance }) => tolerance < minGapMs))
      return fromReadings(want, window, reportingIntervals);
    const ask = { want, edges: [window.from, window.to], reportingIntervals };
    const rows = fitReports(await reports(ask), want.devices, window);
    const devices = rows.filter((row) => row.isUnsure).map((row) => row.device);
    if (devices.length === 0) return rows;
    const sure = rows.filter((row) => !row.isUnsure);
    return [...sure, ...(await fromReadings({ ...want, devices }, window, reportingIntervals))];
  };
}

export const reportsFromMemory =
  (findRecent: FindRecent, fromRollups: ReadReports): ReadReports =>
  async (want, window, reportingIntervals) => {
    const held = await findRecent(want.installation, window.to);
    if (held === null) return fromRollups(want, window, reportingIntervals);
    const open = scanReports(held, want, { from: Math.max(window.from, held.from), to: window.to }, reportingIntervals);
    if (window.from >= held.from) return fitReports(open, want.devices, window);
    const early = await fromRollups(want, { from: window.from, to: held.from }, reportingIntervals);
    const begun = early.map((row) => beganBefore(row, window.from));
    return fitReports(foldActivity(reportingIntervals, [], [...begun, ...open]), want.devices, window);
  };

/** Adds the gap before the window, which a report limited to a window lacks. */
function beganBefore(row: ReportRow, from: Instant): ReportRow {
  if ((row.holeBegins[0] ?? row.until) <= from) return row;
  return { ...row, holeBegins: [0, ...row.holeBegins], holeEnds: [from, ...row.holeEnds] };
}

export function lengthsFromReadings({ read, select }: ReadingsContext): ReadLengths {
  const lengths = createScanBatcher<LengthShape, LengthRow>((want, { days, over }) =>
    selectLengths(read, select, want, null, buildRangesPart('r', [days]), over),
  );
  return (want, span, over) => lengths(want, { days: toWholeDays(span), over });
}

/**
 * Reads reading lengths by whole days: from cached activity, and for dirty days from readings. Only lengths are read
 * when there are more days than the cache holds.
 */
export function lengthsFromRollups(context: RollupsContext, deviceActivity: DeviceActivity): ReadLengths {
  const { reader, organizationId, read: query, select, dirtyIn } = context;
  const lengths = createScanBatcher<LengthShape, LengthRow>(async (want, { days, over }) => {
    const dirtyDays = dirtyIn(want, [days]);
    const clean = cleanDays([days], dirtyDays);
    const isKept = clean.length * want.installations.size * want.metrics.size <= deviceActivity.maxDays;
    const spans = isKept ? [] : joinSpans(clean.map((day) => ({ from: day, to: day + 1 })));
    const rolled = spans.length === 0 ? null : buildRangesPart('days', spans, 'day');
    const readings = rangesOf(findDirtyTime([days], dirtyDays));
    const [kept, read] = await Promise.all([
      isKept ? deviceActivity.read(reader, organizationId, want, clean) : [],
      rolled === null && readings === null ? [] : selectLengths(query, select, want, rolled, readings, over),
    ]);
    return [...longestOf(kept, want.devices, over), ...read];
  });
  return (want, span, over) => lengths(want, { days: toWholeDays(span), over });
}

/** Condition of spans; null: there are none. */
const rangesOf = (spans: readonly Span[]) => (spans.length === 0 ? null : buildRangesPart('r', spans));

/** Returns the longest readings of devices that sent longer ones than `over` (s). Equal days are visited once. */
function longestOf(days: readonly ActivityDay[], devices: ReadonlySet<number>, over: number): LengthRow[] {
  const seen = new Set<ActivityDay['devices']>();
  return days.flatMap(({ metric, devices: heard }) => {
    if (seen.has(heard)) return [];
    seen.add(heard);
    return [...heard].flatMap(([device, { longest }]) =>
      longest > over && devices.has(device) ? { device, metric, longest } : [],
    );
  });
}

export const lengthsFromMemory =
  (findRecent: FindRecent, fromRollups: ReadLengths): ReadLengths =>
  async (want, span, over) => {
    const held = await findRecent(want.installation, span.to);
    if (held === null) return fromRollups(want, span, over);
    const open = scanLengths(held, want, { from: held.from, to: toWholeDays(span).to }, over);
    if (span.from >= held.from) return open;
    return [...(await fromRollups(want, { from: span.from, to: held.from }, over)), ...open];
  };

/** Returns the UTC days that a span touches. */
const toWholeDays = ({ from, to }: Span): Span => ({
  from: Math.floor(from / dayMs) * dayMs,
  to: Math.ceil(to / dayMs) * dayMs,
});

/** Reads gaps: from cached activity, and for dirty days from readings. */
function reportReader(context: RollupsContext, deviceActivity: DeviceActivity) {
  const { reader, organizationId, read, select, dirtyIn, bounded } = context;
  // The metrics are part of the shape: whether a device reported must not depend on other scans.
  return createMergingReader<ReportAsk, ActivityReport>(
    ({ want }) => want.metrics.join(),
    async (all, asks) => {
      const dirtyDays = dirtyIn(all.want, all.spans);
      const reportingIntervals = selectStrictest(asks.flatMap((ask) => ask.reportingIntervals));
      const readings = rangesOf(findDirtyTime(all.spans, dirtyDays));
      const [days, rows] = await Promise.all([
        deviceActivity.read(reader, organizationId, all.want, cleanDays(all.spans, dirtyDays)),
        readings === null
          ? []
          : bounded(all, ({ want }) => read<ReportRow>(reportStatement(select(want), readings, reportingIntervals))),
      ]);
      return foldActivity(reportingIntervals, days, rows);
    },
  );
}

/** Returns the days that are not dirty. Days are read whole, which affects only gaps outside the spans. */
function cleanDays(spans: readonly Span[], dirtyDays: readonly number[]): number[] {
  const dirty = new Set(dirtyDays);
  const days = new Set<number>();
  for (const { from, to } of spans)
    for (let day = Math.floor(from / dayMs); day * dayMs < to; day++) if (!dirty.has(day)) days.add(day);
  return [...days];
}

/** Limits gaps to a window. A gap beyond its end ends what is known. */
function fitReports<Row extends ReportRow>(rows: readonly Row[], devices: readonly number[], window: Span): Row[] {
  const isWanted = new Set(devices);
  return rows.flatMap((row) => {
    if (!isWanted.has(row.device)) return [];
    const holes = row.holeBegins
      .map((from, index) => ({ from, to: row.holeEnds[index] as Instant }))
      .filter((hole) => hole.to > window.from && hole.from < window.to);
    const last = holes.find((hole) => hole.to >= window.to);
    const until = last === undefined ? row.until : last.from;
    if (until <= window.from) return [];
    const closed = holes.filter((hole) => hole.to < window.to);
    return [{ ...row, holeBegins: closed.map(({ from }) => from), holeEnds: closed.map(({ to }) => to), until }];
  });
}

/** Gaps of a device. The first gap may begin before the statement's range (at 0: no earlier reading). */
export interface ReportRow {
  readonly device: number;
  readonly holeBegins: readonly Instant[];
  readonly holeEnds: readonly Instant[];
  /** End of what its last reading covers. */
  readonly until: Instant;
  /** Every combination of descriptors it sent. */
  readonly described: readonly string[];
}

/**
 * Reads the gaps between devices' reports of any of the metrics. A corrected reading covers the same time as its first
 * version, so versions need no filter here.
 */
function reportStatement(
  readings: ReadingsSelection,
  time: TimePart,
  reportingIntervals: readonly ReportingInterval[],
): Statement {
  return {
    sql: `
SELECT device,
  groupArrayIf(toFloat64(before), at - before > tolerance) AS holeBegins,
  groupArrayIf(toFloat64(at), at - before > tolerance) AS holeEnds,
  toFloat64(max(until)) AS until,
  groupUniqArray(descriptors) AS described
FROM (
  SELECT device, at, descriptors, until,
    max(until) OVER (PARTITION BY device ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before,
    transform(device, {rhythmDevices:Array(UInt32)}, {tolerances:Array(Int64)}, toInt64(0)) AS tolerance
  FROM (
    SELECT device, at, descriptors,
      at + if(interval > 0, toInt64(interval) * 1000, transform(device, {rhythmDevices:Array(UInt32)}, {intervals:Array(Int64)}, toInt64(0))) AS until
    FROM readings
    WHERE ${sentCondition}
      AND ${time.condition}
  )
)
GROUP BY device`,
    params: {
      ...sentParams(readings),
      ...time.params,
      rhythmDevices: reportingIntervals.map((rhythm) => rhythm.device),
      intervals: reportingIntervals.map((rhythm) => rhythm.interval),
      tolerances: reportingIntervals.map((rhythm) => rhythm.tolerance),
    },
  };
}

/** Report, and whether the device's instants are further apart than its threshold. Then only its readings are exact. */
interface ActivityReport extends ReportRow {
  readonly isUnsure: boolean;
}

/**
 * Builds the reports of devices from cached days and from the readings of other days. Within a day's merged activity no
 * gap is long enough to matter; its ends are the same as in the readings.
 */
function foldActivity(
  reportingIntervals: readonly ReportingInterval[],
  days: readonly ActivityDay[],
  readings: readonly ReportRow[],
): ActivityReport[] {
  const runs = new Map(reportingIntervals.map((rhythm) => [rhythm.device, new Runs(rhythm)]));
  for (const { from, to, devices } of stretchesOf(days))
    for (const [device, { covered, instants, gap, described }] of devices) {
      const of = runs.get(device);
      if (of === undefined) continue;
      for (const run of covered) of.addDaily(run, from, to, 0);
      for (const run of instants) of.addDaily(run, from, to, of.rhythm.interval);
      of.isUnsure ||= gap > of.rhythm.interval + of.rhythm.tolerance;
      for (const one of described) of.described.add(one);
    }
  for (const { device, holeEnds, holeBegins, until, described } of readings) {
    const of = runs.get(device);
    for (const [index, from] of holeEnds.entries()) of?.add(from, holeBegins[index + 1] ?? until);
    for (const one of described) of?.described.add(one);
  }
  return [...runs.values()].flatMap((of) => of.report() ?? []);
}

interface Stretch {
  readonly from: number;
  /** Exclusive. */
  to: number;
  readonly devices: ActivityDay['devices'];
}

/** Groups consecutive days with equal data. Most of a year is equal and visited once. */
function stretchesOf(days: readonly ActivityDay[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { day, devices } of days) {
    const last = stretches.at(-1);
    if (last?.devices === devices && last.to === day) last.to = day + 1;
    else stretches.push({ from: day, to: day + 1, devices });
  }
  return stretches;
}

/** Reported runs of one device, without tolerated gaps. */
class Runs {
  readonly rhythm: ReportingInterval;
  readonly described = new Set<string>();
  isUnsure = false;
  readonly #runs: { readonly from: number; to: number }[] = [];

  constructor(rhythm: ReportingInterval) {
    this.rhythm = rhythm;
  }

  /**
   * Adds the same run (ms from midnight) on each day of a range (end exclusive). In order of time the runs extend each
   * other and stay few.
   */
  addDaily([begin, end]: readonly [number, number], from: number, to: number, interval: number): void {
    const isWhole = begin + dayMs - end - interval <= this.rhythm.tolerance;
    if (isWhole) this.add(from * dayMs + begin, (to - 1) * dayMs + end + interval);
    else for (let day = from; day < to; day++) this.add(day * dayMs + begin, day * dayMs + end + interval);
  }

  add(from: number, to: number): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && from >= last.from && from - last.to <= this.rhythm.tolerance)
      last.to = Math.max(last.to, to);
    else this.#runs.push({ from, to });
  }

  /** Returns null when it never reported. The first gap begins at 0, because nothing earlier is known. */
  report(): ActivityReport | null {
    if (this.#runs.length === 0) return null;
    const [holeBegins, holeEnds]: [number[], number[]] = [[], []];
    let until = 0;
    for (const { from, to } of this.#runs.sort((left, right) => left.from - right.from)) {
      if (from - until > this.rhythm.tolerance) {
        holeBegins.push(until);
        holeEnds.push(from);
      }
      until = Math.max(until, to);
    }
    const { described, isUnsure } = this;
    return { device: this.rhythm.device, holeBegins, holeEnds, until, described: [...described], isUnsure };
  }
}

/** Length of one device's longest reading of a metric, s. */
export interface LengthRow {
  readonly device: number;
  readonly metric: string;
  readonly longest: number;
}

/** If both are equal, no corrected version was longer. */
interface LengthsRow extends LengthRow {
  readonly shortest: number;
}

/**
 * Reads reading lengths on some days: rolled-up days from their activity, others from readings. Unless `isFinal`,
 * replaced versions may count too. Returns only those longer than `over` (s).
 */
function lengthStatement(
  sent: ReadingsSelection,
  rolled: TimePart | null,
  readings: TimePart | null,
  over: number,
  isFinal: boolean,
): Statement {
  const rows = (table: string, part: TimePart | null) =>
    part === null
      ? []
      : [
          `SELECT device, metric, interval FROM ${table}${isFinal ? ' FINAL' : ''}
  WHERE ${sentCondition}
    AND ${part.condition}`,
        ];
  return {
    sql: `
SELECT device, metric, toFloat64(min(interval)) AS shortest, toFloat64(max(interval)) AS longest
FROM (
  ${[...rows('rollup_heard', rolled), ...rows('readings', readings)].join('\n  UNION ALL\n  ')}
)
WHERE interval > {over:UInt32}
GROUP BY device, metric`,
    params: { over, ...sentParams(sent), ...rolled?.params, ...readings?.params },
  };
}

/**
 * Returns the lengths of readings longer than `over` (s). Usually all readings of a device are equally long, which
 * corrected versions cannot hide. Only otherwise a slower read selects the newest versions.
 */
async function selectLengths(
  read: ReadingsContext['read'],
  select: ReadingsContext['select'],
  want: MergedTargets,
  rolled: TimePart | null,
  readings: TimePart | null,
  over: number,
): Promise<LengthRow[]> {
  const rows = await read<LengthsRow>(lengthStatement(select(want), rolled, readings, over, false));
  const devices = new Set(rows.flatMap(({ device, shortest, longest }) => (shortest < longest ? [device] : [])));
  if (devices.size === 0) return rows;
  const alike = rows.filter(({ device }) => !devices.has(device));
  const sent = select({ ...want, devices });
  return [...alike, ...(await read<LengthsRow>(lengthStatement(sent, rolled, readings, over, true)))];
}

/** In-memory equivalent of `reportStatement`. */
function scanReports(
  site: RecentReadings,
  want: ScanTarget,
  window: Span,
  reportingIntervals: readonly ReportingInterval[],
): ReportRow[] {
  return reportingIntervals.flatMap((rhythm) => {
    const lines = [...listSeries(site, { metrics: want.metrics, devices: [rhythm.device] })].map(({ line }) => line);
    return reportOf(site, lines, window, rhythm) ?? [];
  });
}

/** Returns null when the device did not report. The first gap begins at 0, because nothing earlier is known. */
function reportOf(
  { base, kinds }: RecentReadings,
  lines: readonly ReadingSeries[],
  window: Span,
  { device, interval, tolerance }: ReportingInterval,
): ReportRow | null {
  const [holeBegins, holeEnds]: [Instant[], Instant[]] = [[], []];
  const described = new Set<string>();
  let until = 0;
  const rest = lines
    .map((line) => ({ line, place: line.placeOf(window.from - base), end: line.placeOf(window.to - base) }))
    .filter(({ place, end }) => place < end);
  if (rest.length === 0) return null;
  const timeOf = ({ line, place, end }: (typeof rest)[number]) =>
    place < end ? (line.times[place] as number) : Number.POSITIVE_INFINITY;
  for (;;) {
    let next = rest[0] as (typeof rest)[number];
    for (const one of rest) if (timeOf(one) < timeOf(next)) next = one;
    if (next.place === next.end) break;
    const at = base + timeOf(next);
    const kind = kinds[next.line.kinds[next.place] as number] as ReadingKind;
    if (at - until > tolerance) {
      holeBegins.push(until);
      holeEnds.push(at);
    }
    until = Math.max(until, at + (kind.interval > 0 ? kind.interval * 1000 : interval));
    described.add(kind.descriptors);
    next.place += 1;
  }
  return { device, holeBegins, holeEnds, until, described: [...described] };
}

/** In-memory equivalent of `lengthStatement` for a span. */
function scanLengths(site: RecentReadings, want: ScanTarget, { from, to }: Span, over: number): LengthRow[] {
  const rows: LengthRow[] = [];
  for (const { metric, device, line } of listSeries(site, want)) {
    const longest = Math.max(0, ...listKinds(site, line, { from, to }).map(({ interval }) => interval));
    if (longest > over) rows.push({ device, metric, longest });
  }
  return rows;
}
