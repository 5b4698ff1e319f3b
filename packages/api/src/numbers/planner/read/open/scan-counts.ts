import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { ReadingKind, ReadingSeries } from '../../../open-days/reading-series.ts';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import { getSplitValues } from '../by-kind/split-flows.ts';
import type { ScanTarget } from '../gather-scans.ts';
import { getHull } from '../spans.ts';
import type { FlowRow } from '../statements/flow-statement.ts';
import type { SampleRow } from '../statements/sample-statements.ts';
import type { Writable } from './scan-states.ts';
import { computeShareBefore, selectReadings } from './select-readings.ts';

/** Parameters of a count, as for `Scanner.flow`. */
export interface CountShape {
  readonly edges: readonly Instant[];
  readonly splits: readonly string[];
  readonly amount: CountedAmount;
  readonly cutAt: Instant | null;
}

/** Yields every existing line of the scan target. */
export function* listSeries(site: RecentReadings, want: Pick<ScanTarget, 'metrics' | 'devices'>) {
  for (const metric of want.metrics)
    for (const device of want.devices) {
      const line = site.line(metric, device);
      if (line !== undefined) yield { metric, device, line };
    }
}

/** In-memory equivalent of `resolvedFlowStatement`. */
export function scanFlows(site: RecentReadings, want: ScanTarget, shape: CountShape): FlowRow[] {
  const rows: FlowRow[] = [];
  for (const { metric, device, line } of listSeries(site, want))
    for (const [split, sums] of sumsOf(site, line, shape)) rows.push({ device, metric, split, ...sums });
  return rows;
}

interface Sums {
  readonly edges: Instant[];
  readonly values: number[];
}

function sumsOf(
  site: RecentReadings,
  line: ReadingSeries,
  { edges, splits, amount, cutAt }: CountShape,
): Map<string, Sums> {
  const bySplit = new Map<string, Sums>();
  const splitBy = new Map<ReadingKind, string>();
  const pieceAt = walkPieces(edges);
  selectReadings(site, line, getHull(edges), splits, (place, kind) => {
    const at = site.base + (line.times[place] as number);
    const split = splitBy.get(kind) ?? getSplitValues(kind.descriptors, splits);
    splitBy.set(kind, split);
    const sums = bySplit.get(split) ?? { edges: [], values: [] };
    bySplit.set(split, sums);
    const edge = pieceAt(at);
    if (sums.edges.at(-1) !== edge) {
      sums.edges.push(edge);
      sums.values.push(0);
    }
    const counted = amountAt(line, place, amount) * computeShareBefore(at, kind, cutAt);
    sums.values[sums.values.length - 1] = (sums.values.at(-1) as number) + counted;
  });
  return bySplit;
}

function amountAt(line: ReadingSeries, place: number, amount: CountedAmount): number {
  if (amount === 'weight') return line.weightAt(place);
  const value = line.values[place] as number;
  return amount === 'value' ? value : value * line.weightAt(place);
}

/** In-memory equivalent of `sampleStatement`. */
export function scanSamples(
  site: RecentReadings,
  want: ScanTarget,
  edges: readonly Instant[],
  withValues: boolean,
): SampleRow[] {
  const { from, to } = getHull(edges);
  const rows: SampleRow[] = [];
  for (const { metric, device, line } of listSeries(site, want)) {
    const pieceAt = walkPieces(edges);
    const end = line.placeOf(to - site.base);
    let row: Writable<SampleRow> | null = null as Writable<SampleRow> | null;
    for (let place = line.placeOf(from - site.base); place < end; place++) {
      const [at, value] = [site.base + (line.times[place] as number), line.values[place] as number];
      const edge = pieceAt(at);
      if (row === null || row.edge !== edge) {
        row = startRow(device, metric, edge, at, value);
        rows.push(row);
      }
      row.sum += value;
      row.count += 1;
      row.min = Math.min(row.min, value);
      row.max = Math.max(row.max, value);
      row.last = value;
      row.lastAt = at;
      if (withValues) (row.values as number[]).push(value);
    }
  }
  return rows;
}

const startRow = (device: number, metric: string, edge: Instant, at: Instant, value: number): Writable<SampleRow> => ({
  device,
  metric,
  edge,
  sum: 0,
  count: 0,
  min: value,
  max: value,
  first: value,
  firstAt: at,
  last: value,
  lastAt: at,
  values: [],
});

/** Returns a function that finds the start of an instant's piece, for ascending instants. */
export function walkPieces(edges: readonly Instant[]): (at: Instant) => Instant {
  let piece = 0;
  return (at) => {
    while (piece + 2 < edges.length && (edges[piece + 1] as Instant) <= at) piece += 1;
    return edges[piece] as Instant;
  };
}
