import type { Instant } from '@atrium/domain/core';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { dayMs } from '../../rollups/dirty-days.ts';
import { rolledMetrics } from '../../rollups/roll-up.store.ts';
import { createPieceFinder, getHull } from '../spans.ts';
import { getSplitValues } from './counts.ts';
import { createMergingReader, createScanBatcher, type ScanTarget, type TimedScan } from './merge-scans.ts';
import { planWholeDays } from './plan-days.ts';
import { checkRetained, cutEdges, type FindRecent, type ReadingsContext, type RollupsContext } from './read-context.ts';
import { computeShareBefore, listSeries, selectReadings, type Writable, walkPieces } from './select-readings.ts';
import { type DurationRow, durationStatement } from './statements/count-statements.ts';
import { type DaySourceOf, daySource } from './statements/day-rows.ts';
import { buildPieces, type Pieces } from './statements/pieces.ts';
import { type ReadingsOf, readingsCondition, readingsParams } from './statements/readings-of.ts';

/** One device's samples of one metric in the piece of time that begins at `edge`. */
export interface SampleRow {
  readonly device: number;
  readonly metric: string;
  readonly edge: Instant;
  readonly sum: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly first: number;
  readonly firstAt: Instant;
  readonly last: number;
  readonly lastAt: Instant;
  readonly values: readonly number[];
  /** Number of occurrences of each value; once by default. */
  readonly weights?: readonly number[];
}

/** Reads samples between edges, by device; with every value when percentiles need them. */
export type ReadSamples = (
  target: ScanTarget,
  edges: readonly Instant[],
  withValues: boolean,
) => Promise<readonly SampleRow[]>;

interface SampleAsk extends TimedScan {
  readonly withValues: boolean;
}

const areRolled = (metrics: readonly string[]) => metrics.every((metric) => rolledMetrics.samples.has(metric));

export function samplesFromReadings({ read, selectWithin }: ReadingsContext): ReadSamples {
  const samples = createScanBatcher<{ edges: readonly Instant[]; withValues: boolean }, SampleRow>((target, shape) =>
    read(sampleStatement(selectWithin(target, getHull(shape.edges)), shape.edges.slice(0, -1), shape.withValues)),
  );
  return (target, edges, withValues) => samples(target, { edges, withValues });
}

export function samplesFromRollups(context: RollupsContext, fromReadings: ReadSamples): ReadSamples {
  const { reader, read, select, since, dirtyIn, bounded } = context;
  const samples = createMergingReader<SampleAsk, SampleRow>(
    ({ withValues }) => `${withValues}`,
    (all, asks) =>
      bounded(all, async ({ target, edges, spans }) => {
        const days = planWholeDays(spans, edges, dirtyIn(target, spans), since);
        const source = { readings: select(target), days };
        if (asks[0]?.withValues !== true) return read(rolledSampleStatement(source, edges.slice(0, -1)));
        return readLevels(reader, rolledLevelStatement(source, edges), edges);
      }),
  );
  return async (target, edges, withValues) => {
    if (!areRolled(target.metrics)) return fromReadings(target, edges, withValues);
    await checkRetained(edges, since);
    return fitSamples(await samples({ target, edges, withValues }), { target, edges });
  };
}

export const samplesFromMemory =
  (findRecent: FindRecent, fromRollups: ReadSamples): ReadSamples =>
  async (target, edges, withValues) => {
    const held = areRolled(target.metrics) ? await findRecent(target.installation, getHull(edges).to) : null;
    if (held === null) return fromRollups(target, edges, withValues);
    const { early, late, begin } = cutEdges(edges, held.from);
    const found = scanSamples(held, target, late, withValues);
    const open = found.map((row) => (row.edge === late[0] ? { ...row, edge: begin } : row));
    return early === null ? open : [...(await fromRollups(target, early, withValues)), ...open];
  };

/** Several rows of a device may share a piece; folding merges them. Plain loops, because a history has very many rows. */
function fitSamples(rows: readonly SampleRow[], { target, edges }: TimedScan): SampleRow[] {
  const pieceOf = createPieceFinder(edges);
  const byMetric = sortRows(rows);
  const fitted: SampleRow[] = [];
  for (const metric of new Set(target.metrics))
    for (const device of new Set(target.devices))
      for (const row of byMetric.get(metric)?.get(device) ?? []) {
        const edge = pieceOf(row.edge);
        if (edge === row.edge) fitted.push(row);
        else if (edge !== null) fitted.push({ ...row, edge });
      }
  return fitted;
}

type SortedRows = ReadonlyMap<string, ReadonlyMap<number, readonly SampleRow[]>>;

/** Queries that are read together select from the same rows. */
const sortedRows = new WeakMap<readonly SampleRow[], SortedRows>();

/** Returns rows by metric and device. */
function sortRows(rows: readonly SampleRow[]): SortedRows {
  const known = sortedRows.get(rows);
  if (known !== undefined) return known;
  const sorted = new Map<string, Map<number, SampleRow[]>>();
  for (const row of rows) {
    const devices = sorted.get(row.metric) ?? new Map<number, SampleRow[]>();
    const own = devices.get(row.device);
    if (own === undefined) devices.set(row.device, [row]);
    else own.push(row);
    sorted.set(row.metric, devices);
  }
  sortedRows.set(rows, sorted);
  return sorted;
}

/** Reads samples per device and piece of time, with every value when percentiles need them. */
function sampleStatement(readings: ReadingsOf, edges: readonly Instant[], withValues: boolean): Statement {
  return {
    sql: `
SELECT device, metric,
  toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge,
  sum(value) AS sum, toFloat64(count()) AS count, min(value) AS min, max(value) AS max,
  argMin(value, at) AS first, toFloat64(min(at)) AS firstAt,
  argMax(value, at) AS last, toFloat64(max(at)) AS lastAt,
  ${withValues ? 'groupArray(value)' : 'emptyArrayFloat64()'} AS values
FROM readings FINAL
WHERE ${readingsCondition}
GROUP BY device, metric, edge`,
    params: { ...readingsParams(readings), edges },
  };
}

/** Same rows as `sampleStatement`, from rollups where complete; without the values. */
function rolledSampleStatement(of: DaySourceOf, edges: readonly Instant[]): Statement {
  const source = daySource(of, 'rollup_day_samples', {
    day: `device, metric, at, sum AS s, toUInt64(count) AS c, min AS low, max AS high,
      first AS f, first_at AS fa, last AS l, last_at AS la`,
    reading: `device, metric, at, value AS s, toUInt64(1) AS c, value AS low, value AS high,
      value AS f, at AS fa, value AS l, at AS la`,
  });
  return {
    sql: `
SELECT device, metric, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge,
  sum(s) AS sum, toFloat64(sum(c)) AS count, min(low) AS min, max(high) AS max,
  argMin(f, fa) AS first, toFloat64(min(fa)) AS firstAt,
  argMax(l, la) AS last, toFloat64(max(la)) AS lastAt,
  emptyArrayFloat64() AS values
FROM (
    ${source.sql}
)
GROUP BY device, metric, edge`,
    params: { ...source.params, edges },
  };
}

/** Values a device measured in a piece of time, by position of the metric. */
interface LevelRow {
  readonly device: number;
  /** Absent when only one metric is queried. */
  readonly sent?: number;
  readonly piece: number | string;
  readonly values: readonly number[];
  /** Number of occurrences of each value; absent: once. */
  readonly weights?: readonly number[];
}

interface LevelStatement extends Statement {
  readonly placeOf: Pieces['placeOf'];
  /** By `LevelRow.sent`. */
  readonly metrics: readonly string[];
}

/** Pieces at least this long (ms) repeat values, so each is returned with its number of occurrences. */
const longPiece = 2 * dayMs;

/** Reads only the values for a percentile; reading full samples takes three times as long. */
function rolledLevelStatement(of: DaySourceOf, edges: readonly Instant[]): LevelStatement {
  const { expression, params, placeOf } = buildPieces(edges);
  const { metrics } = of.readings;
  const source = daySource(of, 'rollup_day_samples', {
    day: 'device, metric, at, levels',
    reading: 'device, metric, at, [value] AS levels',
  });
  const rows = `FROM (
    ${source.sql}
  )`;
  const sent = metrics.length === 1 ? '' : 'toUInt32(indexOf({metrics:Array(String)}, metric) - 1) AS sent, ';
  const what = `device, ${sent}${expression} AS piece`;
  const by = metrics.length === 1 ? 'device, piece' : 'device, sent, piece';
  const isLong = edges.some((edge, index) => edge - (edges[index - 1] ?? edge) > longPiece);
  return {
    sql: isLong ? countedLevels(what, rows, by) : everyLevel(what, rows, by),
    params: { ...source.params, ...params },
    placeOf,
    metrics,
  };
}

const everyLevel = (what: string, rows: string, by: string) => `
SELECT ${what}, groupArrayArray(levels) AS values
${rows}
GROUP BY ${by}`;

/** Values with their number of occurrences. Grouping takes half the time of a map. */
const countedLevels = (what: string, rows: string, by: string) => `
SELECT ${by}, groupArray(level) AS values, groupArray(often) AS weights
FROM (
  SELECT ${what}, arrayJoin(levels) AS level, toFloat64(count()) AS often
  ${rows}
  GROUP BY ${by}, level
)
GROUP BY ${by}`;

/** Returns samples for percentiles. Their times are not read: `first` and `last` are NaN. */
async function readLevels(
  reader: QueryReader,
  statement: LevelStatement,
  edges: readonly Instant[],
): Promise<SampleRow[]> {
  const { device, sent, piece, values, weights } = await reader.columns<LevelRow>(statement);
  return device.map((id, row) => ({
    device: id,
    metric: statement.metrics[sent?.[row] ?? 0] as string,
    edge: edges[statement.placeOf(piece[row] as number | string)] as Instant,
    ...sampleOf(values[row] as readonly number[], weights?.[row]),
  }));
}

function sampleOf(
  values: readonly number[],
  weights: readonly number[] | undefined,
): Omit<SampleRow, 'device' | 'metric' | 'edge'> {
  let [sum, count, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    const weight = weights?.[index] ?? 1;
    sum += weight * value;
    count += weight;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const unknown = Number.NaN;
  const sample = { sum, count, min, max, first: unknown, firstAt: unknown, last: unknown, lastAt: unknown, values };
  return weights === undefined || weights.length === 0 ? sample : { ...sample, weights };
}

/** In-memory equivalent of `sampleStatement`. */
function scanSamples(
  site: RecentReadings,
  target: ScanTarget,
  edges: readonly Instant[],
  withValues: boolean,
): SampleRow[] {
  const { from, to } = getHull(edges);
  const rows: SampleRow[] = [];
  for (const { metric, device, line } of listSeries(site, target)) {
    const pieceAt = walkPieces(edges);
    const end = line.placeOf(to - site.base);
    let row: Writable<SampleRow> | null = null as Writable<SampleRow> | null;
    for (let place = line.placeOf(from - site.base); place < end; place++) {
      const [at, value] = [site.base + (line.times[place] as number), line.values[place] as number];
      const edge = pieceAt(at);
      if (row === null || row.edge !== edge) {
        row = startRow(device, metric, edge, at, value);
        rows.push(row);
      }
      row.sum += value;
      row.count += 1;
      row.min = Math.min(row.min, value);
      row.max = Math.max(row.max, value);
      row.last = value;
      row.lastAt = at;
      if (withValues) (row.values as number[]).push(value);
    }
  }
  return rows;
}

const startRow = (device: number, metric: string, edge: Instant, at: Instant, value: number): Writable<SampleRow> => ({
  device,
  metric,
  edge,
  sum: 0,
  count: 0,
  min: value,
  max: value,
  first: value,
  firstAt: at,
  last: value,
  lastAt: at,
  values: [],
});

/**
 * Reads the readings of durations between edges, by device and by the values of `splits`. Readings across `cutAt` weigh
 * their share. Rollups store sums only, so percentiles need readings.
 */
export type ReadDurations = (
  target: ScanTarget,
  edges: readonly Instant[],
  splits: readonly string[],
  cutAt: Instant | null,
) => Promise<readonly DurationRow[]>;

interface DurationShape {
  readonly edges: readonly Instant[];
  readonly splits: readonly string[];
  readonly cutAt: Instant | null;
}

export function durationsFromReadings({ read, selectWithin }: ReadingsContext): ReadDurations {
  const durations = createScanBatcher<DurationShape, DurationRow>((target, { edges, splits, cutAt }) =>
    read(durationStatement(selectWithin(target, getHull(edges)), edges.slice(0, -1), splits, cutAt)),
  );
  return (target, edges, splits, cutAt) => durations(target, { edges, splits, cutAt });
}

export const durationsFromMemory =
  (findRecent: FindRecent, fromReadings: ReadDurations): ReadDurations =>
  async (target, edges, splits, cutAt) => {
    const isInMemory = target.metrics.every((metric) => rolledMetrics.counts.has(metric));
    const recent = isInMemory ? await findRecent(target.installation, getHull(edges).to) : null;
    if (recent === null) return fromReadings(target, edges, splits, cutAt);
    const { early, late, begin } = cutEdges(edges, recent.from);
    const found = scanDurations(recent, target, { edges: late, splits, cutAt });
    const open = found.map((row) => (row.edge === late[0] ? { ...row, edge: begin } : row));
    return early === null ? open : [...(await fromReadings(target, early, splits, cutAt)), ...open];
  };

/** In-memory equivalent of `durationStatement`. */
function scanDurations(
  site: RecentReadings,
  target: ScanTarget,
  { edges, splits, cutAt }: DurationShape,
): DurationRow[] {
  const rows = new Map<string, DurationRow & { readonly values: number[]; readonly weights: number[] }>();
  for (const { metric, device, line } of listSeries(site, target)) {
    const pieceAt = walkPieces(edges);
    selectReadings(site, line, getHull(edges), splits, (place, kind) => {
      const at = site.base + (line.times[place] as number);
      const edge = pieceAt(at);
      const weight = line.weightAt(place) * computeShareBefore(at, kind, cutAt);
      if (weight <= 0) return;
      const split = getSplitValues(kind.descriptors, splits);
      const key = `${device} ${metric} ${edge} ${split}`;
      const row = rows.get(key) ?? { device, metric, split, edge, values: [], weights: [] };
      rows.set(key, row);
      row.values.push(line.values[place] as number);
      row.weights.push(weight);
    });
  }
  return [...rows.values()];
}
