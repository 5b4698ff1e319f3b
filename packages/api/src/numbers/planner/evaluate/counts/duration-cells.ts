import type { Cell, WeightedValues } from '@atrium/domain/numbers';
import type { DurationRow } from '../../read/statements/count-statements.ts';
import { toSpan } from '../../spans.ts';
import { type Evaluated, type Evaluation, limitToNow, type SeriesInput } from '../evaluation.ts';
import { getQueriedKeys } from '../unsupported-descriptors.ts';
import { buildFlowCells, type SplitReader, splitReader } from './flow-cells.ts';

/** Returns durations as sums weighted by visits, and for percentiles with the readings they are the sums of. */
export async function buildDurationCells(asking: Evaluation): Promise<Evaluated> {
  if (!asking.withValues) return buildFlowCells(asking, 'weighted');
  const evaluation = limitToNow(asking);
  const { scanner, topology, timeline, series } = evaluation;
  const { edges } = timeline;
  const sources = series.flatMap((one) => one.sources);
  const splits = getQueriedKeys(evaluation);
  const target = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.deviceId))],
    metrics: [...new Set(sources.map((source) => source.metric))],
  };
  const [{ cells, devices, unsupported }, rows] = await Promise.all([
    buildFlowCells(evaluation, 'weighted'),
    edges.length < 2 ? [] : scanner.durations(target, edges, splits, timeline.cutAt),
  ]);
  const groupOf = splitReader(splits, evaluation.splits, evaluation.descriptors);
  return {
    cells: cells.map((lines, index) => {
      const readings = collectReadings(evaluation, series[index] as SeriesInput, rows, groupOf);
      return new Map(
        [...lines].map(([group, line]) => [
          group,
          line.map((cell, bucket) => addReadings(cell, readings.get(`${group} ${bucket}`))),
        ]),
      );
    }),
    devices,
    ...(unsupported === undefined ? {} : { unsupported }),
  };
}

/** Returns a series' readings by group and bucket. */
function collectReadings(
  { timeline }: Evaluation,
  { sources }: SeriesInput,
  rows: readonly DurationRow[],
  groupOf: SplitReader,
): ReadonlyMap<string, WeightedValues> {
  const pieceOf = new Map(timeline.bucketOf.map((_, piece) => [timeline.edges[piece] as number, piece]));
  const found = new Map<string, { readonly values: number[]; readonly weights: number[] }>();
  for (const { deviceId, metric, validity } of sources) {
    const { from, to } = toSpan(validity);
    for (const row of rows) {
      if (row.device !== deviceId || row.metric !== metric || row.edge < from || row.edge >= to) continue;
      const bucket = timeline.bucketOf[pieceOf.get(row.edge) ?? -1] ?? -1;
      const group = groupOf(row.split);
      if (bucket < 0 || group === undefined || group === null) continue;
      const key = `${group} ${bucket}`;
      const readings = found.get(key) ?? { values: [], weights: [] };
      found.set(key, readings);
      for (const value of row.values) readings.values.push(value);
      for (const weight of row.weights) readings.weights.push(weight);
    }
  }
  return found;
}

function addReadings(cell: Cell, readings: WeightedValues = { values: [], weights: [] }): Cell {
  if (cell.state !== 'known' || cell.measure.kind !== 'flow') return cell;
  return { ...cell, measure: { ...cell.measure, readings } };
}
