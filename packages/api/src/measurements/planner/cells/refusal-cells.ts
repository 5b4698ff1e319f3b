import type { FlowMeasure } from '@atrium/domain/measurements';
import { type RefusalRow, refusalStatement } from '../statements/state-statement.ts';
import type { Evaluated, Evaluation } from './evaluation.ts';
import { cellsOfPieces, nothing, scanState, stateSources } from './inside-cells.ts';
import { readParts } from './read-parts.ts';
import { settingOf } from './setting-cells.ts';

/** Entries while the zones are full: missing where a zone has no limit, 0 where the doors reported and nobody was. */
export async function refusalCells(evaluation: Evaluation): Promise<Evaluated> {
  const limits = new Map(
    evaluation.series.flatMap(({ selection }, index) => {
      const limit = settingOf(evaluation.topology, selection, 'limit');
      return limit === null ? [] : [[index, limit] as const];
    }),
  );
  const scan = limits.size === 0 ? null : await scanState(evaluation);
  if (scan === null) return nothing(evaluation);
  const { edges, bucketOf } = scan.pieces;
  const sources = stateSources(evaluation).filter((source) => limits.has(source.series));
  const rows = await readParts<RefusalRow>(evaluation, scan, sources, (readings, time) =>
    refusalStatement(readings, time, limits),
  );
  const refusedAt = new Map(rows.map((row) => [`${row.series} ${row.edge}`, row.refused]));
  return cellsOfPieces(evaluation, scan, (series, reported) => {
    const measures = new Map<number, FlowMeasure>();
    for (const [piece, bucket] of bucketOf.entries()) {
      if (bucket < 0 || reported[piece] === 0 || !limits.has(series)) continue;
      const refused = refusedAt.get(`${series} ${edges[piece]}`) ?? 0;
      measures.set(bucket, { kind: 'flow', sum: (measures.get(bucket)?.sum ?? 0) + refused });
    }
    return measures;
  });
}
