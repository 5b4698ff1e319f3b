import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/measurements';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { buildPieces, type JoinedPieces, type Pieces } from '../pieces.ts';
import { getRolledTable, getRolledWidth, type RolledOf, rolledParams, rolledSource, sentAs } from './rolled-source.ts';

/** Columns of the rollups, and the same expression for a reading. */
const amounts: Readonly<Record<CountedAmount, readonly [plain: string, total: string, ofReading: string]>> = {
  value: ['value', 'total', 'value'],
  weighted: ['weighted', 'total_weighted', 'value * weight'],
  weight: ['weight', 'total_weight', 'weight'],
};

/** Same rows as `flowStatement`, from rollups where complete. */
export function rolledFlowStatement(of: RolledOf, edges: readonly Instant[], amount: CountedAmount): Statement {
  const [plain, , ofReading] = amounts[amount];
  const columns = (part: string) => `device, metric, descriptors, at, ${part} AS part`;
  return {
    sql: `
SELECT device, metric, descriptors, groupArray(edge) AS edges, groupArray(value) AS values
FROM (
  SELECT device, metric, descriptors, toFloat64(roundDown(at, {edges:Array(Int64)})) AS edge, sum(part) AS value
  FROM (
    ${rolledSource(of, 'rollup_counts', columns(plain), columns(ofReading))}
  )
  GROUP BY device, metric, descriptors, edge
)
GROUP BY device, metric, descriptors`,
    params: { ...rolledParams(of), edges },
  };
}

/**
 * Sum of one piece of time, by stand-in device and position of the metric. Constant columns are omitted, because
 * grouping by them costs as much as by others.
 */
export interface TotalRow {
  readonly stand?: number;
  readonly sent?: number;
  readonly piece: number | string;
  readonly amount: number;
}

/** Statement whose rows are totals. */
export interface TotalsStatement extends Statement {
  readonly placeOf: Pieces['placeOf'];
  /** By `TotalRow.sent`; the first one when it is absent. */
  readonly metrics: readonly string[];
  /** Stand-in device when `TotalRow.stand` is absent. */
  readonly only: number | undefined;
}

/**
 * Same rows as `resolvedFlowStatement` for totals, with equal devices summed under their stand-in (`standsFor`). Rollups
 * have resolved alternatives, so only readings need it; a year has none. Joined pieces are summed under their first.
 */
export function rolledTotalsStatement(
  of: RolledOf,
  edges: readonly Instant[],
  amount: CountedAmount,
  standsFor: ReadonlyMap<number, number>,
  joined: JoinedPieces | null,
): TotalsStatement {
  const [, total, ofReading] = amounts[amount];
  const settled = (rows: string) => `SELECT device, metric, at, argMin(amount, rank) AS part
    FROM (
      SELECT device, metric, at, rank, sum(reading) AS amount
      FROM (
        ${rows}
      )
      GROUP BY device, metric, at, rank
    )
    GROUP BY device, metric, at`;
  const readings = `device, metric, at, ${ofReading} AS reading,
      (if(descriptors = '', 0, countSubstrings(descriptors, ';') + 1), replaceRegexpAll(descriptors, '=[^;]*', '')) AS rank`;
  const { expression, params, placeOf } = buildPieces(edges, getRolledWidth(of), joined);
  const { metrics } = of.readings;
  const rolled = getRolledTable(of, 'rollup_counts');
  const rows = () =>
    `FROM (
    ${rolledSource(of, 'rollup_counts', `device, metric, at, ${total} AS part`, readings, { madeOfReadings: settled })}
  )`;
  const stand = standing(standsFor);
  const sent = sentAs(of);
  const told = [stand.expression === null ? [] : `${stand.expression} AS stand`, sent ?? [], `${expression} AS piece`];
  const by = [stand.expression === null ? [] : 'stand', sent === null ? [] : 'sent', 'piece'];
  return {
    sql: `
SELECT ${told.flat().join(', ')}, sum(${rolled === null ? 'part' : total}) AS amount
${rolled ?? rows()}
GROUP BY ${by.flat().join(', ')}`,
    params: { ...rolledParams(of), ...params, ...stand.params },
    placeOf,
    metrics,
    only: stand.only,
  };
}

interface Standing {
  /** Null: there is a single stand-in. */
  readonly expression: string | null;
  readonly params: Pieces['params'];
  readonly only?: number | undefined;
}

function standing(standsFor: ReadonlyMap<number, number>): Standing {
  const stands = new Set(standsFor.values());
  const [only] = stands;
  if (stands.size === 1) return { expression: null, params: {}, only };
  if (stands.size === standsFor.size) return { expression: 'device', params: {} };
  return {
    expression: 'transform(device, {counted:Array(UInt32)}, {stands:Array(UInt32)}, toUInt32(0))',
    params: { counted: [...standsFor.keys()], stands: [...standsFor.values()] },
  };
}
