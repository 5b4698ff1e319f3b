import type { FlowMeasure } from '@atrium/domain/numbers';
import { type DayLimit, type RefusalRow, refusalStatement } from '../../read/statements/balance-statements.ts';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { buildPieceCells, buildUnknownCells, listStateSources, scanState } from './inside-cells.ts';
import { findSeriesPoints } from './set-points.ts';
import { findLimit } from './setting-cells.ts';
import { readParts } from './state-pieces.ts';

/** Returns entries while the zones are full. Missing where a zone has no limit; 0 where the doors reported none. */
export async function buildRefusalCells(evaluation: Evaluation): Promise<Evaluated> {
  const { topology, series } = evaluation;
  const scan = await scanState(evaluation);
  if (scan === null) return buildUnknownCells(evaluation);
  const limits = series.flatMap(({ selection }, index) =>
    scan.resets.flatMap((day): DayLimit[] => {
      const limit = findLimit(topology, selection, day);
      return limit === null ? [] : [{ series: index, day, limit }];
    }),
  );
  if (limits.length === 0) return buildUnknownCells(evaluation);
  const limited = new Set(limits.map((one) => one.series));
  const sources = listStateSources(evaluation).filter((source) => limited.has(source.series));
  const seen = await findSeriesPoints(evaluation, {
    from: scan.pieces.edges[0] as number,
    to: scan.pieces.edges.at(-1) as number,
  });
  const rows = await readParts<RefusalRow>(evaluation, scan, sources, (readings, time) =>
    refusalStatement(
      readings,
      time,
      limits.filter(({ day }) => time.resets.includes(day)),
      seen.filter((point) => limited.has(point.series)),
    ),
  );
  const { edges, bucketOf } = scan.pieces;
  const refusedAt = new Map(rows.map((row) => [`${row.series} ${row.edge}`, row.refused]));
  const isLimited = new Set(limits.map(({ series: index, day }) => `${index} ${day}`));
  const isReset = new Set(scan.resets);
  return buildPieceCells(evaluation, scan, (index, reported) => {
    const measures = new Map<number, FlowMeasure>();
    let day = 0;
    for (const [piece, bucket] of bucketOf.entries()) {
      const edge = edges[piece] as number;
      if (isReset.has(edge)) day = edge;
      if (bucket < 0 || reported[piece] === 0 || !isLimited.has(`${index} ${day}`)) continue;
      const refused = refusedAt.get(`${index} ${edge}`) ?? 0;
      measures.set(bucket, { kind: 'flow', sum: (measures.get(bucket)?.sum ?? 0) + refused });
    }
    return measures;
  });
}
