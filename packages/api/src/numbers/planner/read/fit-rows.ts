import type { Instant, Span } from '@atrium/domain/core';
import type { TimedScan } from './merge-scans.ts';
import { createPieceFinder, createPlaceFinder } from './spans.ts';
import type { FlowRow } from './statements/flow-statement.ts';
import type { ReportRow } from './statements/report-statement.ts';
import type { SampleRow } from './statements/sample-statements.ts';

/** Converts rows of a shared statement to those of a single scan: its devices, metrics and pieces of time. */
export function fitCounts<
  Row extends {
    readonly device: number;
    readonly metric: string;
    readonly edges: readonly Instant[];
    readonly values: readonly number[];
    readonly placed?: FlowRow['placed'];
  },
>(rows: readonly Row[], { want, edges }: TimedScan): Row[] {
  const own = wanted(rows, want);
  if (own.every(({ placed }) => placed?.among === edges)) return own;
  const placeOf = createPlaceFinder(edges);
  const addUp = adderBy(edges.length);
  return own.flatMap((row) => {
    const { placed, values } = row;
    const finer = placed === undefined ? null : placesIn(edges, placed.among);
    const { places, sums } = addUp(values, (index) =>
      finer === null ? placeOf(row.edges[index] as Instant) : (finer[placed?.places[index] as number] as number),
    );
    if (places.length === 0) return [];
    const fitted = { ...row, edges: places.map((place) => edges[place] as Instant), values: sums };
    return [finer === null ? fitted : { ...fitted, placed: { among: edges, places } }];
  });
}

const placesByCut = new WeakMap<readonly Instant[], WeakMap<readonly Instant[], Int32Array>>();

/** Maps positions in a finer cut to positions among edges. Cached, because sites queried together share both. */
function placesIn(edges: readonly Instant[], cut: readonly Instant[]): Int32Array {
  const byCut = placesByCut.get(edges) ?? new WeakMap<readonly Instant[], Int32Array>();
  placesByCut.set(edges, byCut);
  const known = byCut.get(cut);
  if (known !== undefined) return known;
  const placeOf = createPlaceFinder(edges);
  const places = new Int32Array(cut.length);
  for (let place = 0; place < cut.length; place++) places[place] = placeOf(cut[place] as Instant);
  byCut.set(cut, places);
  return places;
}

/** Sums values by position (−1: none), in the order of first occurrence. */
function adderBy(size: number) {
  /** Index of each position's sum. */
  const positions = new Int32Array(size).fill(-1);
  return (values: readonly number[], placeOf: (index: number) => number) => {
    const places: number[] = [];
    const sums: number[] = [];
    for (let index = 0; index < values.length; index++) {
      const place = placeOf(index);
      if (place < 0) continue;
      const position = positions[place] as number;
      if (position >= 0) sums[position] = (sums[position] as number) + (values[index] as number);
      else {
        positions[place] = sums.length;
        places.push(place);
        sums.push(values[index] as number);
      }
    }
    for (const place of places) positions[place] = -1;
    return { places, sums };
  };
}

/** Several rows of a device may share a piece; folding merges them. */
export function fitSamples(rows: readonly SampleRow[], { want, edges }: TimedScan): SampleRow[] {
  const pieceOf = createPieceFinder(edges);
  return wanted(rows, want).flatMap((row) => {
    const edge = pieceOf(row.edge);
    return edge === null ? [] : [{ ...row, edge }];
  });
}

/** Limits gaps to a window. A gap beyond its end ends what is known. */
export function fitReports<Row extends ReportRow>(
  rows: readonly Row[],
  devices: readonly number[],
  window: Span,
): Row[] {
  const isWanted = new Set(devices);
  return rows.flatMap((row) => {
    if (!isWanted.has(row.device)) return [];
    const holes = row.holeBegins
      .map((from, index) => ({ from, to: row.holeEnds[index] as Instant }))
      .filter((hole) => hole.to > window.from && hole.from < window.to);
    const last = holes.find((hole) => hole.to >= window.to);
    const until = last === undefined ? row.until : last.from;
    if (until <= window.from) return [];
    const closed = holes.filter((hole) => hole.to < window.to);
    return [{ ...row, holeBegins: closed.map(({ from }) => from), holeEnds: closed.map(({ to }) => to), until }];
  });
}

function wanted<Row extends { readonly device: number; readonly metric: string }>(
  rows: readonly Row[],
  want: TimedScan['want'],
): Row[] {
  const [devices, metrics] = [new Set(want.devices), new Set(want.metrics)];
  return rows.filter((row) => devices.has(row.device) && metrics.has(row.metric));
}
