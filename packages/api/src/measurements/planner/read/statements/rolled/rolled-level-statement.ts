import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { dayMs } from '../../../../rollups/index.ts';
import { type JoinedPieces, type Pieces, piecesOf } from '../pieces.ts';
import { onlyRolled, type RolledOf, rolledParams, rolledSource, rolledWidth, sentAs } from './rolled-source.ts';

/** What a device measured in a piece of time; of a metric by its place in the list. */
export interface LevelRow {
  readonly device: number;
  /** Missing where only one is asked about. */
  readonly sent?: number;
  readonly piece: number | string;
  readonly values: readonly number[];
  /** How often each of them occurs; missing: once. */
  readonly weights?: readonly number[];
}

export interface LevelStatement extends Statement {
  readonly placeOf: Pieces['placeOf'];
  /** By `LevelRow.sent`. */
  readonly metrics: readonly string[];
}

/** From so long pieces on (ms) the same values come again and again, and are told with how often they occur. */
const longPiece = 2 * dayMs;

/**
 * The values behind a percentile, and nothing else of the samples: that would take three times as long. Pieces that are
 * `joined` are told as one.
 */
export function rolledLevelStatement(
  of: RolledOf,
  edges: readonly Instant[],
  joined: JoinedPieces | null,
): LevelStatement {
  const { expression, params, placeOf } = piecesOf(edges, rolledWidth(of), joined);
  const sent = sentAs(of);
  const several = () =>
    `FROM (
    ${rolledSource(of, 'rollup_samples', 'device, metric, at, levels', 'device, metric, at, [value] AS levels')}
  )`;
  const rows = onlyRolled(of, 'rollup_samples') ?? several();
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

/** Each value with how often it occurs: as groups they are counted in half the time that a map of them takes. */
const countedLevels = (what: string, rows: string, by: string) => `
SELECT ${by}, groupArray(level) AS values, groupArray(often) AS weights
FROM (
  SELECT ${what}, arrayJoin(levels) AS level, toFloat64(count()) AS often
  ${rows}
  GROUP BY ${by}, level
)
GROUP BY ${by}`;
