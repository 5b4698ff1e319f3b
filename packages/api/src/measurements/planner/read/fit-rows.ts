import type { Instant, Span } from '@atrium/domain/core';
import type { TimedAsk } from './merge-scans.ts';
import { pieceFinder } from './spans.ts';
import type { FlowRow } from './statements/flow-statement.ts';
import type { MeterRow } from './statements/meter-statement.ts';
import type { ReportRow } from './statements/report-statement.ts';
import type { StandRow } from './statements/rolled/rolled-stand-statement.ts';
import type { SampleRow } from './statements/sample-statement.ts';

/** Rows of a shared statement as one ask's own would be: its devices and metrics, in its pieces of time. */
export function fitCounts<
  Row extends {
    readonly device: number;
    readonly metric: string;
    readonly edges: readonly Instant[];
    readonly values: readonly number[];
    readonly placed?: FlowRow['placed'];
  },
>(rows: readonly Row[], { want, edges }: TimedAsk): Row[] {
  const own = wanted(rows, want);
  if (own.every(({ placed }) => placed?.among === edges)) return own;
  const pieceOf = pieceFinder(edges);
  return own.flatMap(({ placed: _, ...rest }) => {
    const row = rest as unknown as Row;
    // A year of hours that nobody cut finer is in its own pieces already.
    if (row.edges.every((edge) => pieceOf(edge) === edge)) return [row];
    const sums = new Map<Instant, number>();
    for (const [index, edge] of row.edges.entries()) {
      const piece = pieceOf(edge);
      if (piece !== null) sums.set(piece, (sums.get(piece) ?? 0) + (row.values[index] as number));
    }
    return sums.size === 0 ? [] : [{ ...row, edges: [...sums.keys()], values: [...sums.values()] }];
  });
}

/** What each register counted in one ask's own pieces of time. */
export function fitMeters(rows: readonly MeterRow[], { want, edges }: TimedAsk): MeterRow[] {
  const pieceOf = pieceFinder(edges);
  const fitted = new Map<string, MeterRow>();
  for (const row of wanted(rows, want)) {
    const edge = pieceOf(row.edge);
    if (edge === null) continue;
    const key = `${row.device} ${row.metric} ${edge} ${row.descriptors}`;
    const before = fitted.get(key);
    const [amount, gaps] = [(before?.amount ?? 0) + row.amount, (before?.gaps ?? 0) + row.gaps];
    const backs = (before?.backs ?? 0) + row.backs;
    const previous = Math.min(before?.previous ?? row.previous, row.previous);
    fitted.set(key, { ...row, edge, amount, gaps, backs, previous });
  }
  return [...fitted.values()];
}

/** Several rows of one device may share a piece: whoever folds them joins them. */
export function fitSamples(rows: readonly SampleRow[], { want, edges }: TimedAsk): SampleRow[] {
  const pieceOf = pieceFinder(edges);
  return wanted(rows, want).flatMap((row) => {
    const edge = pieceOf(row.edge);
    return edge === null ? [] : [{ ...row, edge }];
  });
}

/** The holes as seen from one window: one that goes on beyond its end ends what is known. */
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

/** What wanted registers showed. */
export const fitStands = (rows: readonly StandRow[], want: TimedAsk['want']): StandRow[] => wanted(rows, want);

function wanted<Row extends { readonly device: number; readonly metric: string }>(
  rows: readonly Row[],
  want: TimedAsk['want'],
): Row[] {
  const [devices, metrics] = [new Set(want.devices), new Set(want.metrics)];
  return rows.filter((row) => devices.has(row.device) && metrics.has(row.metric));
}
