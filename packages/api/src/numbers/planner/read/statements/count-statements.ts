import type { Instant, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { type DayRow, type DayRowsOf, rowsParams, rowsWhere, sumDayRows } from './day-rows.ts';
import { amounts } from './flow-statement.ts';
import { buildPieces, type Pieces } from './pieces.ts';
import { buildRangesPart, type ReadingsSelection } from './readings-of.ts';

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

export type RolledCountRow = CountKeys & DayRow;

/** Count in one piece of time, from readings. */
export type ReadCountRow = CountKeys & { readonly piece: number | string; readonly amount: number };

export interface CountStatement extends Statement {
  /** By `sent`. */
  readonly metrics: readonly string[];
  /** Device when `stand` is absent. */
  readonly only: number | undefined;
}

/** Sums the rollups of the planned days. Totals have resolved alternatives when they were rolled up. */
export function rolledCountStatement(of: DayRowsOf, amount: CountedAmount, grouping: CountGrouping): CountStatement {
  const { columns, keys, params, only } = buildKeys(of.readings, grouping);
  const name = grouping === 'descriptors' ? 'plain' : 'total';
  const column = { day: name, hours: `${name}_hours`, quarters: `${name}_quarters` };
  const rows = sumDayRows(of, 'rollup_day_counts', column, { columns, keys, where: 'amount = {amount:String}' });
  return { sql: `\n${rows.sql}`, params: { ...rows.params, amount, ...params }, metrics: of.readings.metrics, only };
}

/**
 * Sums the readings of spans (ascending, disjoint) in the pieces between edges. For totals, the coarsest alternative of
 * each instant counts.
 */
export function readCountStatement(
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
