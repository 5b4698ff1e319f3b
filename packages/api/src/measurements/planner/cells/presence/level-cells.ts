import type { StateMeasure } from '@atrium/domain/measurements';
import { levelStatement, type StateSource } from '../../statements/state-statement.ts';
import { intersect } from '../../timeline.ts';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { spanOf } from '../reporting/spans.ts';
import { cellsOfPieces, nothing, type StateScan, scanState, stateCells } from './inside-cells.ts';
import { readParts } from './read-parts.ts';
import { followedBy, held } from './state-pieces.ts';

/** What devices report as present, added up over them while they are heard of. */
export function levelCells(evaluation: Evaluation): Promise<Evaluated> {
  return stateCells(evaluation, (scan) => readParts(evaluation, scan, heardSources(evaluation, scan), levelStatement));
}

/** Each source only while its device was heard of: what a silent one said last no longer holds. */
export function heardSources({ series }: Evaluation, { devices, pieces }: StateScan): StateSource[] {
  const end = pieces.edges.at(-1) as number;
  return series.flatMap(({ sources }, index) =>
    sources.flatMap(({ deviceId, metric, sign, validity }) =>
      (devices.get(deviceId)?.reported ?? []).flatMap((heard) =>
        intersect([spanOf(validity)], [heard])
          .filter(({ from }) => from < end)
          .map((span) => ({ series: index, device: deviceId, metric, sign, ...span, heardFrom: heard.from })),
      ),
    ),
  );
}

/** The time in which devices are heard of: how many of them at once. */
export async function levelTimeCells(evaluation: Evaluation): Promise<Evaluated> {
  const scan = await scanState(evaluation);
  if (scan === null) return nothing(evaluation);
  const { edges, bucketOf } = scan.pieces;
  return cellsOfPieces(evaluation, scan, (_, reported) => {
    const measures = new Map<number, StateMeasure>();
    for (const [piece, bucket] of bucketOf.entries()) {
      const integral = reported[piece] as number;
      if (bucket < 0 || integral === 0) continue;
      const time = (edges[piece + 1] as number) - (edges[piece] as number);
      measures.set(bucket, followedBy(measures.get(bucket), held(integral, time)));
    }
    return measures;
  });
}
