import type { Instant } from '@atrium/domain/core';
import type { QueryReader } from '../../../../platform/analytics-store.ts';
import type { LevelRow, LevelStatement } from '../statements/rolled/sample-statements.ts';
import type { SampleRow } from '../statements/sample-statement.ts';

/** Returns samples for percentiles. Their times are not read: `first` and `last` are NaN. */
export async function readLevels(
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
  const told = { sum, count, min, max, first: unknown, firstAt: unknown, last: unknown, lastAt: unknown, values };
  return weights === undefined || weights.length === 0 ? told : { ...told, weights };
}
