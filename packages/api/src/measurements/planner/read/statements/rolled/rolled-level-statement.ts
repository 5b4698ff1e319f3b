import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../../../../platform/analytics-store.ts';
import { dayMs } from '../../../../rollups/index.ts';
import { type Pieces, piecesOf } from '../pieces.ts';
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

/** Every value, or of long pieces, in which the same ones come again and again, each with how often it occurs. */
function valuesIn(edges: readonly Instant[]): string {
  if (!edges.some((edge, index) => edge - (edges[index - 1] ?? edge) > 2 * dayMs))
    return 'groupArrayArray(levels) AS values';
  const often = 'sumMap(levels, arrayMap(one -> toFloat64(1), levels))';
  return `${often}.1 AS values, ${often}.2 AS weights`;
}

/** The values behind a percentile, and nothing else of the samples: that would take three times as long. */
export function rolledLevelStatement(of: RolledOf, edges: readonly Instant[]): LevelStatement {
  const { expression, params, placeOf } = piecesOf(edges, rolledWidth(of));
  const sent = sentAs(of);
  const several = () =>
    `FROM (
    ${rolledSource(of, 'rollup_samples', 'device, metric, at, levels', 'device, metric, at, [value] AS levels')}
  )`;
  return {
    sql: `
SELECT device, ${sent === null ? '' : `${sent}, `}${expression} AS piece, ${valuesIn(edges)}
${onlyRolled(of, 'rollup_samples') ?? several()}
GROUP BY device, ${sent === null ? '' : 'sent, '}piece`,
    params: { ...rolledParams(of), ...params },
    placeOf,
    metrics: of.readings.metrics,
  };
}
