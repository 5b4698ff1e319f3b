import type { StateMeasure } from '@atrium/domain/numbers';
import { cutTimeline } from '../../plan/timeline.ts';
import { type StatusRow, statusStatement } from '../../read/statements/balance-statements.ts';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import { buildPieceCells, buildUnknownCells, clipTimeline } from './inside-cells.ts';
import { limitToReporting } from './level-cells.ts';
import { appendPiece, readParts, type StateScan, toStatePiece } from './state-pieces.ts';

/** A code reported before the queried time still holds in it. */
const margin = 86_400_000;
const worstCode = 2;

/**
 * Returns the time in which the worst device was in a code, as the mean of 1 and 0. Null: the time in which any code is
 * known, always 1. A code holds until the device's next one or its next gap.
 */
export async function buildStatusTimeCells(evaluation: Evaluation, code: number | null): Promise<Evaluated> {
  const scan = await scanStatus(evaluation);
  if (scan === null) return buildUnknownCells(evaluation);
  const [from, above] = await Promise.all([
    timeFrom(evaluation, scan, code ?? 0),
    timeFrom(evaluation, scan, code === null ? worstCode + 1 : code + 1),
  ]);
  const { edges, bucketOf } = scan.pieces;
  return buildPieceCells(evaluation, scan, (series, reported) => {
    const measures = new Map<number, StateMeasure>();
    for (const [piece, bucket] of bucketOf.entries()) {
      if (bucket < 0 || reported[piece] === 0) continue;
      const edge = edges[piece] as number;
      const length = (edges[piece + 1] as number) - edge;
      const key = `${series} ${edge}`;
      const inCode = (from === null ? length : (from.get(key) ?? 0)) - (above?.get(key) ?? 0);
      measures.set(bucket, appendPiece(measures.get(bucket), toStatePiece(inCode, length)));
    }
    return measures;
  });
}

async function scanStatus({ scanner, now, topology, timeline, series }: Evaluation): Promise<StateScan | null> {
  const sources = series.flatMap((one) => one.sources);
  const begin = timeline.edges[0];
  const end = Math.min(timeline.edges.at(-1) ?? now, now);
  if (begin === undefined || begin >= end || sources.length === 0) return null;
  const scanned = { from: begin - margin, to: end };
  const devices = await readReporting(scanner, topology, sources, scanned, 'state', now);
  const boundaries = [...devices.values()].flatMap(({ expected, reported }) =>
    [...expected, ...reported].flatMap(({ from, to }) => [from, to]),
  );
  return { devices, pieces: cutTimeline(clipTimeline(timeline, scanned), boundaries), resets: [scanned.from] };
}

/**
 * Returns the ms in which any device was in the code or a worse one, by series and edge. Null for all time, as for code
 * 0.
 */
async function timeFrom(evaluation: Evaluation, scan: StateScan, code: number): Promise<Map<string, number> | null> {
  if (code === 0) return null;
  if (code > worstCode) return new Map();
  const rows = await readParts<StatusRow>(evaluation, scan, limitToReporting(evaluation, scan), (readings, time) =>
    statusStatement(readings, time, code),
  );
  return new Map(rows.map((row) => [`${row.series} ${row.edge}`, row.time]));
}
