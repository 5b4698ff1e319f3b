import type { Instant, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { Columns, QueryReader, Statement } from '../../../../platform/analytics-store.ts';
import type { TimedScan } from '../merge-scans.ts';
import { type DayPlan, hasRolledDays } from '../plan-days.ts';
import { createDayRowReader, type DayRow, type DayRowsOf, rowsParams, rowsWhere, sumDayRows } from './day-rows.ts';
import { buildPieces, type Pieces } from './pieces.ts';
import {
  buildRangesPart,
  type ReadingsOf,
  type ReadingsSelection,
  readingsCondition,
  readingsParams,
  splitColumns,
  splitReadings,
  totalReadings,
} from './readings-of.ts';

/** One device's counts of one metric: `values[i]` in the piece of time that begins at `edges[i]`. */
export interface FlowRow {
  readonly device: number;
  readonly metric: string;
  /** Descriptor values joined by `;`; '' without any. */
  readonly split: string;
  readonly edges: readonly Instant[];
  readonly values: readonly number[];
  /** Positions of `edges` among those of a time; looked up by default. */
  readonly placed?: { readonly among: readonly Instant[]; readonly places: readonly number[] };
}

/** Same, by the descriptors as sent. */
export type DescribedFlowRow = Omit<FlowRow, 'split'> & { readonly descriptors: string };

/** Summed column. For a duration: the mean times the visits of each reading, or those visits. */
const amounts: Readonly<Record<CountedAmount, string>> = {
  value: 'value',
  weighted: 'value * weight',
  weight: 'weight',
};

/** A reading across the cut counts by the share of its interval before it. */
const beforeCut =
  ' * if(interval > 0 AND at + toInt64(interval) * 1000 > {cutAt:Int64}, ({cutAt:Int64} - at) / (interval * 1000.), 1.)';

/** Summed expression; readings that end by the cut count whole. */
export const buildAmount = (amount: CountedAmount, cutAt: Instant | null) =>
  cutAt === null ? amounts[amount] : `${amounts[amount]}${beforeCut}`;

export const cutParams = (cutAt: Instant | null) => (cutAt === null ? {} : { cutAt });

/**
 * Counts per device, piece of time and descriptors, without selecting among alternatives. No state per reading, so a
 * year needs little memory. If a device sent alternatives, `resolvedFlowStatement` is needed.
 */
export function flowStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  amount: CountedAmount = 'value',
  cutAt: Instant | null = null,
): Statement {
  return {
    sql: `
SELECT device, metric, descriptors, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, descriptors, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(${buildAmount(amount, cutAt)}) AS value
  FROM readings FINAL
  WHERE ${readingsCondition}
  GROUP BY device, metric, descriptors, edge
)
GROUP BY device, metric, descriptors`,
    params: { ...readingsParams(readings), edges, ...cutParams(cutAt) },
  };
}

/**
 * Counts per device and piece of time, with one alternative per reading. `splits` are descriptors; empty for totals.
 */
export function resolvedFlowStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  splits: readonly string[],
  amount: CountedAmount = 'value',
  cutAt: Instant | null = null,
): Statement {
  const source =
    splits.length === 0
      ? `SELECT *, '' AS split FROM (${totalReadings(buildAmount(amount, cutAt))})`
      : splitReadings(buildAmount(amount, cutAt));
  return {
    sql: `
SELECT device, metric, split, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, split, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(total) AS value
  FROM (${source})
  GROUP BY device, metric, split, edge
)
GROUP BY device, metric, split`,
    params: { ...readingsParams(readings), edges, ...(splits.length === 0 ? {} : { splits }), ...cutParams(cutAt) },
  };
}

/** One device's readings of a duration in the piece of time that begins at `edge`, weighted by their visits. */
export interface DurationRow {
  readonly device: number;
  readonly metric: string;
  /** As in `FlowRow`. */
  readonly split: string;
  readonly edge: Instant;
  readonly values: readonly number[];
  readonly weights: readonly number[];
}

/**
 * Readings of durations with visits, by device, piece of time and `splits`. One alternative of each instant counts, as
 * in `splitReadings`; equal durations are one value.
 */
export function durationStatement(
  readings: ReadingsOf,
  edges: readonly Instant[],
  splits: readonly string[],
  cutAt: Instant | null,
): Statement {
  return {
    sql: `
SELECT device, metric, split, edge, groupArray(value) AS values, groupArray(visits) AS weights
FROM (
  SELECT device, metric, split, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, value, sum(weight) AS visits
  FROM (
    SELECT device, metric, at, value, weight, split, rank, min(rank) OVER (PARTITION BY device, metric, at) AS best
    FROM (
      SELECT device, metric, at, value, ${buildAmount('weight', cutAt)} AS weight, ${splitColumns}
      FROM readings FINAL
      WHERE ${readingsCondition}
    )
  )
  WHERE rank = best AND weight > 0
  GROUP BY device, metric, split, edge, value
)
GROUP BY device, metric, split, edge`,
    params: { ...readingsParams(readings), edges, splits, ...cutParams(cutAt) },
  };
}

/** Reading across a cut, with its share beyond it. */
export interface CrossingRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly at: Instant;
  readonly cut: Instant;
  readonly beyond: number;
}

/** Maximum length of a reading (ms). Only readings that begin this long before a cut can reach across it. */
export const maxReadingMs = 86_400_000;

/** Selects readings across any of the cuts; `spans` contain the times in which they begin. */
export function crossingStatement(
  readings: ReadingsOf,
  spans: readonly Span[],
  cuts: readonly Instant[],
  amount: CountedAmount,
): Statement {
  const within = buildRangesPart('begin', spans);
  const end = 'at + toInt64(interval) * 1000';
  return {
    sql: `
SELECT device, metric, descriptors, toFloat64(at) AS at, toFloat64(cut) AS cut,
  sum(${amounts[amount]} * (end - cut) / (interval * 1000.)) AS beyond
FROM (
  SELECT device, metric, descriptors, at, interval, value, weight, ${end} AS end
  FROM readings FINAL
  WHERE ${readingsCondition}
    AND ${within.condition}
    AND interval > 0
)
ARRAY JOIN arrayFilter(one -> at < one AND at >= one - ${maxReadingMs} AND end > one, {cuts:Array(Int64)}) AS cut
GROUP BY device, metric, descriptors, at, cut`,
    params: { ...readingsParams(readings), ...within.params, cuts },
  };
}

/**
 * How counts are grouped: by descriptors as sent, or as totals, with equal devices summed under their stand-in.
 * Constant keys are omitted, because grouping by them costs as much as by others.
 */
export type CountGrouping = 'descriptors' | ReadonlyMap<number, number>;

/** Keys of a count. */
interface CountKeys {
  /** Device or its stand-in; absent when there is a single one. */
  readonly stand?: number;
  /** Position of the metric; absent when there is a single one. */
  readonly sent?: number;
  /** Absent for totals. */
  readonly descriptors?: string;
}

type RolledCountRow = CountKeys & DayRow;

/** Count in one piece of time, from readings. */
type ReadCountRow = CountKeys & { readonly piece: number | string; readonly amount: number };

interface CountStatement extends Statement {
  /** By `sent`. */
  readonly metrics: readonly string[];
  /** Device when `stand` is absent. */
  readonly only: number | undefined;
}

/** Sums the rollups of the planned days. Totals have resolved alternatives when they were rolled up. */
function rolledCountStatement(of: DayRowsOf, amount: CountedAmount, grouping: CountGrouping): CountStatement {
  const { columns, keys, params, only } = buildKeys(of.readings, grouping);
  const name = grouping === 'descriptors' ? 'plain' : 'total';
  const column = { day: name, hours: `${name}_hours`, quarters: `${name}_quarters` };
  const { metrics, devices } = of.readings;
  const series = metrics.length * (grouping === 'descriptors' ? devices.length : new Set(grouping.values()).size);
  const where = 'amount = {amount:String}';
  const rows = sumDayRows(of, 'rollup_day_counts', column, { columns, keys, series, where });
  return { sql: `\n${rows.sql}`, params: { ...rows.params, amount, ...params }, metrics, only };
}

/**
 * Sums the readings of spans (ascending, disjoint) in the pieces between edges. For totals, the coarsest alternative of
 * each instant counts.
 */
function readCountStatement(
  readings: ReadingsSelection,
  spans: readonly Span[],
  edges: readonly Instant[],
  amount: CountedAmount,
  grouping: CountGrouping,
): CountStatement & Pick<Pieces, 'placeOf'> {
  const { columns, keys, params, only } = buildKeys(readings, grouping);
  const pieces = buildPieces(edges);
  const within = buildRangesPart('r', spans);
  const rows = `FROM readings FINAL
      WHERE ${rowsWhere(readings)}
    AND ${within.condition}`;
  const settled = `FROM (
    SELECT device, metric, at, argMin(part, rank) AS part
    FROM (
      SELECT device, metric, at, sum(${amounts[amount]}) AS part,
        (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank
      ${rows}
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at
  )`;
  const isPlain = grouping === 'descriptors';
  return {
    sql: `
SELECT ${[...columns, `${pieces.expression} AS piece`, `sum(${isPlain ? amounts[amount] : 'part'}) AS amount`].join(', ')}
${isPlain ? rows : settled}
GROUP BY ${[...keys, 'piece'].join(', ')}`,
    params: { ...rowsParams(readings), ...within.params, ...pieces.params, ...params },
    placeOf: pieces.placeOf,
    metrics: readings.metrics,
    only,
  };
}

function buildKeys({ metrics }: ReadingsSelection, grouping: CountGrouping) {
  const stand = grouping === 'descriptors' ? { expression: 'device', params: {} } : buildStand(grouping);
  const sent = metrics.length === 1 ? null : 'toUInt32(indexOf({metrics:Array(String)}, metric) - 1)';
  const named: [string, string | null][] = [
    ['stand', stand.expression],
    ['sent', sent],
    ['descriptors', grouping === 'descriptors' ? 'descriptors' : null],
  ];
  const present = named.filter(([, expression]) => expression !== null);
  return {
    columns: present.map(([name, expression]) => (expression === name ? name : `${expression} AS ${name}`)),
    keys: present.map(([name]) => name),
    params: stand.params,
    only: 'only' in stand ? stand.only : undefined,
  };
}

/** Expression of a device's stand-in; null when there is a single one. */
function buildStand(standsFor: ReadonlyMap<number, number>) {
  const stands = new Set(standsFor.values());
  const [only] = stands;
  if (stands.size === 1) return { expression: null, params: {}, only };
  if (stands.size === standsFor.size) return { expression: 'device', params: {} };
  return {
    expression: 'transform(device, {counted:Array(UInt32)}, {stands:Array(UInt32)}, toUInt32(0))',
    params: { counted: [...standsFor.keys()], stands: [...standsFor.values()] },
  };
}

/**
 * Returns for each device of several scans its stand-in in their common statement. Devices that every scan treats alike
 * share one.
 */
export function findRepresentatives(asks: readonly TimedScan[], devices: ReadonlySet<number>): Map<number, number> {
  const keys = new Map<number, string>();
  for (const [index, { target }] of asks.entries())
    for (const device of target.devices) {
      const alike = target.alike?.get(device);
      keys.set(device, `${keys.get(device) ?? ''};${index} ${alike ?? `=${device}`}`);
    }
  const stands = new Map<string, number>();
  return new Map(
    [...devices].map((device) => {
      const key = keys.get(device) as string;
      const stand = stands.get(key) ?? device;
      stands.set(key, stand);
      return [device, stand];
    }),
  );
}

/** Reads counts of the planned days from rollups. */
export async function readRolledCounts(
  reader: QueryReader,
  readings: ReadingsSelection,
  days: DayPlan,
  edges: readonly Instant[],
  amount: CountedAmount,
  grouping: CountGrouping,
): Promise<DescribedFlowRow[]> {
  if (!hasRolledDays(days)) return [];
  const statement = rolledCountStatement({ readings, days }, amount, grouping);
  const columns = await reader.columns<RolledCountRow>(statement);
  const lines = createLines(statement, columns, edges);
  const readRow = createDayRowReader(days);
  for (let row = 0; row < columns.part.length; row++) {
    const add = lines.adderOf(row);
    const found: DayRow = {
      part: columns.part[row] as number,
      sums: columns.sums[row] as readonly number[],
      reported: columns.reported[row] as readonly number[],
    };
    readRow(found, add);
  }
  return lines.rows();
}

/** Reads counts of the planned days from readings, where rollups lack them. */
export async function readUnrolledCounts(
  reader: QueryReader,
  readings: ReadingsSelection,
  { readings: spans }: DayPlan,
  edges: readonly Instant[],
  amount: CountedAmount,
  grouping: CountGrouping,
): Promise<DescribedFlowRow[]> {
  if (spans.length === 0) return [];
  const statement = readCountStatement(readings, spans, edges, amount, grouping);
  const columns = await reader.columns<ReadCountRow>(statement);
  const lines = createLines(statement, columns, edges);
  for (let row = 0; row < columns.piece.length; row++)
    lines.adderOf(row)(statement.placeOf(columns.piece[row] as number | string), columns.amount[row] as number);
  return lines.rows();
}

/** Collects sums by device, metric and descriptors. */
function createLines(
  { metrics, only }: CountStatement,
  { stand, sent, descriptors }: Partial<Columns<Pick<RolledCountRow, 'stand' | 'sent' | 'descriptors'>>>,
  among: readonly Instant[],
) {
  interface Line {
    readonly edges: number[];
    readonly values: number[];
    readonly places: number[];
    readonly row: number;
    readonly add: (place: number, sum: number) => void;
  }
  const lines = new Map<string | number, Line>();
  const keyOf = (row: number) => {
    const device = stand?.[row] ?? 0;
    const number = device * metrics.length + (sent?.[row] ?? 0);
    return descriptors === undefined ? number : `${number} ${descriptors[row]}`;
  };
  const createLine = (row: number): Line => {
    const line = { edges: [] as number[], values: [] as number[], places: [] as number[], row };
    const add = (place: number, sum: number) => {
      line.places.push(place);
      line.edges.push(among[place] as number);
      line.values.push(sum);
    };
    return { ...line, add };
  };
  return {
    adderOf(row: number) {
      const key = keyOf(row);
      const line = lines.get(key) ?? createLine(row);
      lines.set(key, line);
      return line.add;
    },
    rows: (): DescribedFlowRow[] =>
      [...lines.values()].map(({ edges, values, places, row }) => ({
        device: (stand?.[row] ?? only) as number,
        metric: metrics[sent?.[row] ?? 0] as string,
        descriptors: descriptors?.[row] ?? '',
        edges,
        values,
        placed: { among, places },
      })),
  };
}
