import { isDayStart } from '@atrium/domain/core';
import type { StateMeasure } from '@atrium/domain/numbers';
import { intersect } from '../../plan/timeline.ts';
import type { StateRow, StateSource } from '../../read/statements/balance-statements.ts';
import { toSpan } from '../../spans.ts';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { buildPieceCells, buildUnknownCells, mergePiecesByBucket, scanState } from './inside-cells.ts';
import { appendPiece, type StateScan, toStatePiece } from './state-pieces.ts';

/** Returns the sum of the levels that devices report, each while it is reporting. */
export function buildLevelCells(evaluation: Evaluation): Promise<Evaluated> {
  return cellsOfLevels(evaluation, () => (row) => row);
}

/** Same, with extremes divided by the number of devices reporting at that moment, so that they do not depend on it. */
export function buildLevelPerDeviceCells(evaluation: Evaluation): Promise<Evaluated> {
  return cellsOfLevels(evaluation, ({ edges }) => {
    const pieceAt = new Map(edges.map((edge, piece) => [edge, piece]));
    return (row, reported) => {
      const piece = pieceAt.get(row.edge) as number;
      const devices = (reported[piece] as number) / ((edges[piece + 1] as number) - row.edge);
      const per = (value: number) => (devices === 0 ? 0 : value / devices);
      return { ...row, min: per(row.min), max: per(row.max), first: per(row.first), last: per(row.last) };
    };
  });
}

/** Converts a row of one piece of time; `reported`: reporting device-time (ms) by piece. */
type LevelReading = (row: StateRow, reported: ArrayLike<number>) => StateRow;

async function cellsOfLevels(
  evaluation: Evaluation,
  readingOf: (pieces: StateScan['pieces']) => LevelReading,
): Promise<Evaluated> {
  const scan = await scanLevels(evaluation);
  if (scan === null) return buildUnknownCells(evaluation);
  const { scanner, topology } = evaluation;
  const { edges } = scan.pieces;
  const rows = await scanner.levels(topology.installationId, limitToReporting(evaluation, scan), edges, scan.resets);
  const rowsOf = Map.groupBy(rows, (row) => row.series);
  const read = readingOf(scan.pieces);
  return buildPieceCells(evaluation, scan, (series, reported) => {
    const own = (rowsOf.get(series) ?? []).map((row) => read(row, reported));
    return mergePiecesByBucket(scan.pieces, own, reported);
  });
}

/** A queue does not vanish at opening: levels reset at the change of day only. */
async function scanLevels(evaluation: Evaluation): Promise<StateScan | null> {
  const scan = await scanState(evaluation);
  return scan && { ...scan, resets: scan.resets.filter((at) => isDayStart(evaluation.topology, at)) };
}

/** Limits each source to the time its device reports. The last value of a silent device no longer holds. */
export function limitToReporting({ series }: Evaluation, { devices, pieces }: StateScan): StateSource[] {
  const end = pieces.edges.at(-1) as number;
  return series.flatMap(({ sources }, index) =>
    sources.flatMap(({ deviceId, metric, sign, validity }) =>
      (devices.get(deviceId)?.reported ?? []).flatMap((heard) =>
        intersect([toSpan(validity)], [heard])
          .filter(({ from }) => from < end)
          .map((span) => ({ series: index, device: deviceId, metric, sign, ...span, heardFrom: heard.from })),
      ),
    ),
  );
}

/** Returns the number of devices reporting at once, over time. For extremes each moment counts once. */
export async function buildLevelTimeCells(evaluation: Evaluation): Promise<Evaluated> {
  const scan = await scanState(evaluation);
  if (scan === null) return buildUnknownCells(evaluation);
  const { edges, bucketOf } = scan.pieces;
  return buildPieceCells(evaluation, scan, (_, reported) => {
    const measures = new Map<number, StateMeasure>();
    for (const [piece, bucket] of bucketOf.entries()) {
      const integral = reported[piece] as number;
      if (bucket < 0 || integral === 0) continue;
      const time = (edges[piece + 1] as number) - (edges[piece] as number);
      const known = { ...toStatePiece(integral, time), min: 1, max: 1, first: 1, last: 1 };
      measures.set(bucket, appendPiece(measures.get(bucket), known));
    }
    return measures;
  });
}
