import { type Instant, type Span, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import type { Measure, StateMeasure } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import { listResets } from '../../plan/plan-balances.ts';
import { cutTimeline, type Timeline } from '../../plan/timeline.ts';
import type { StateRow, StateSource } from '../../read/statements/balance-statements.ts';
import { toSpan } from '../../spans.ts';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import { buildCell, computeSeriesReporting, sumByBucket } from '../reporting/series-reporting.ts';
import { findSeriesPoints } from './set-points.ts';
import { appendPiece, type StateScan } from './state-pieces.ts';

/**
 * Returns people inside.
 *
 * The balance starts at the site's change of day, so the scan begins there. Time in which no door sensor reported is
 * excluded from means and extremes. Nothing is projected past now. The balance continues from each manual correction.
 */
export async function buildInsideCells(evaluation: Evaluation): Promise<Evaluated> {
  const { scanner, timeline, topology: site, now } = evaluation;
  const [begin = now, end = now] = [timeline.edges[0], timeline.edges.at(-1)];
  const [scan, points] = await Promise.all([
    scanState(evaluation),
    findSeriesPoints(evaluation, { from: findBalanceStart(site, begin), to: Math.min(end, now) }),
  ]);
  if (scan === null) return buildUnknownCells(evaluation);
  const sources = listStateSources(evaluation);
  const { devices, pieces, resets } = scan;
  const hasAlternatives = [...devices.values()].some((device) => device.hasAlternatives);
  const { edges, bucketOf } = pieces;
  const { cutAt } = timeline;
  const id = site.installationId;
  const rows = await scanner.states(id, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points);
  return cellsOfRows(evaluation, scan, rows);
}

/** Reads a state over time and folds it into cells. */
export async function buildStateCells(
  evaluation: Evaluation,
  read: (scan: StateScan) => Promise<readonly StateRow[]>,
): Promise<Evaluated> {
  const scan = await scanState(evaluation);
  if (scan === null) return buildUnknownCells(evaluation);
  return cellsOfRows(evaluation, scan, await read(scan));
}

function cellsOfRows(evaluation: Evaluation, scan: StateScan, rows: readonly StateRow[]): Evaluated {
  const rowsOf = Map.groupBy(rows, (row) => row.series);
  return buildPieceCells(evaluation, scan, (index, reported) =>
    mergePiecesByBucket(scan.pieces, rowsOf.get(index) ?? [], reported),
  );
}

/** Returns what the scan of a state covers; null when there is nothing to read. */
export async function scanState({ scanner, now, topology, timeline, series }: Evaluation): Promise<StateScan | null> {
  const sources = series.flatMap((one) => one.sources);
  const begin = timeline.edges[0];
  const end = Math.min(timeline.edges.at(-1) ?? now, now);
  if (begin === undefined || begin >= end || sources.length === 0) return null;
  const scanned = { from: findBalanceStart(topology, begin), to: end };
  const devices = await readReporting(scanner, topology, sources, scanned, 'state', now);
  const resets = listResets(topology, scanned);
  const boundaries = [...devices.values()].flatMap(({ expected, reported }) =>
    [...expected, ...reported].flatMap(({ from, to }) => [from, to]),
  );
  return { devices, pieces: cutTimeline(clipTimeline(timeline, scanned), [...resets, ...boundaries]), resets };
}

/** Builds cells from measures by bucket. `reported` is the reported device-ms of each piece. */
export function buildPieceCells(
  { timeline, series, now }: Evaluation,
  { pieces, devices }: StateScan,
  measure: (series: number, reported: Float64Array) => ReadonlyMap<number, Measure>,
): Evaluated {
  const cells = series.map((one, index) => {
    const { expected, reported } = computeSeriesReporting(pieces, one.sources, devices);
    const measures = measure(index, reported);
    const owed = sumByBucket(pieces, expected);
    const delivered = sumByBucket(pieces, reported);
    const line = timeline.buckets.map((bucket, at) =>
      buildCell(bucket, measures.get(at) ?? null, owed[at] as number, delivered[at] as number, now),
    );
    return new Map([['', line]]);
  });
  return { cells, devices };
}

/** Returns cells in which nothing is known. */
export function buildUnknownCells({ timeline, series, now }: Evaluation): Evaluated {
  const line = timeline.buckets.map((bucket) => buildCell(bucket, null, 0, 0, now));
  return { cells: series.map(() => new Map([['', line]])), devices: new Map() };
}

/** Returns the change of day at or before an instant. */
export function findBalanceStart(topology: Topology, at: Instant): Instant {
  return startOfSiteDay(topology, toSiteDay(topology, at));
}

/** Returns the timeline from the start of the balance to now, with the same buckets. */
export function clipTimeline(timeline: Timeline, { from, to }: Span): Timeline {
  const edges: Instant[] = [];
  const bucketOf: number[] = [];
  const begin = timeline.edges[0] as Instant;
  if (from < begin) {
    edges.push(from);
    bucketOf.push(-1);
  }
  edges.push(begin);
  for (const [piece, bucket] of timeline.bucketOf.entries()) {
    if ((timeline.edges[piece] as Instant) >= to) break;
    edges.push(Math.min(timeline.edges[piece + 1] as Instant, to));
    bucketOf.push(bucket);
  }
  return { ...timeline, edges, bucketOf };
}

/** Returns the sources of all series, numbered by series. */
export function listStateSources({ series }: Evaluation): StateSource[] {
  return series.flatMap((one, index) =>
    one.sources.map((source) => {
      const { from, to } = toSpan(source.validity);
      return { series: index, device: source.deviceId, metric: source.metric, sign: source.sign, from, to };
    }),
  );
}

/** Merges the pieces of each bucket in which any device reported; `reported` is constant within a piece. */
export function mergePiecesByBucket(
  pieces: Timeline,
  rows: readonly StateRow[],
  reported: Float64Array,
): Map<number, StateMeasure> {
  const rowAt = new Map(rows.map((row) => [row.edge, row]));
  const measures = new Map<number, StateMeasure>();
  for (const [piece, bucket] of pieces.bucketOf.entries()) {
    const edge = pieces.edges[piece] as Instant;
    const row = rowAt.get(edge);
    if (bucket < 0 || row === undefined || (reported[piece] as number) === 0) continue;
    const time = (pieces.edges[piece + 1] as Instant) - edge;
    const { integral, min, max, first, last } = row;
    const above = max > 0 ? { min: row.minAbove, first: row.firstAbove, last: row.lastAbove } : null;
    measures.set(bucket, appendPiece(measures.get(bucket), { integral, time, min, max, first, last, above }));
  }
  return measures;
}
