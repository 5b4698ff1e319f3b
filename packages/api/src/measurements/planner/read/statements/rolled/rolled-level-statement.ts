import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { dayMs } from '../../../../rollups/dirty-days.ts';
import { buildPieces, type JoinedPieces, type Pieces } from '../pieces.ts';
import { getRolledTable, getRolledWidth, type RolledOf, rolledParams, rolledSource, sentAs } from './rolled-source.ts';

/** Values a device measured in a piece of time, by position of the metric. */
export interface LevelRow {
  readonly device: number;
  /** Absent when only one metric is queried. */
  readonly sent?: number;
  readonly piece: number | string;
  readonly values: readonly number[];
  /** Number of occurrences of each value; absent: once. */
  readonly weights?: readonly number[];
}

export interface LevelStatement extends Statement {
  readonly placeOf: Pieces['placeOf'];
  /** By `LevelRow.sent`. */
  readonly metrics: readonly string[];
}

/** Pieces at least this long (ms) repeat values, so each is returned with its number of occurrences. */
const longPiece = 2 * dayMs;

/** Reads only the values for a percentile; reading full samples takes three times as long. Joined pieces are merged. */
export function rolledLevelStatement(
  of: RolledOf,
  edges: readonly Instant[],
  joined: JoinedPieces | null,
): LevelStatement {
  const { expression, params, placeOf } = buildPieces(edges, getRolledWidth(of), joined);
  const sent = sentAs(of);
  const several = () =>
    `FROM (
    ${rolledSource(of, 'rollup_samples', 'device, metric, at, levels', 'device, metric, at, [value] AS levels')}
  )`;
  const rows = getRolledTable(of, 'rollup_samples') ?? several();
  const what = `device, ${sent === null ? '' : `${sent}, `}${expression} AS piece`;
  const by = sent === null ? 'device, piece' : 'device, sent, piece';
  const isLong = joined !== null || edges.some((edge, index) => edge - (edges[index - 1] ?? edge) > longPiece);
  return {
    sql: isLong ? countedLevels(what, rows, by) : everyLevel(what, rows, by),
    params: { ...rolledParams(of), ...params },
    placeOf,
    metrics: of.readings.metrics,
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
