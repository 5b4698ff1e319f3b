import type { Instant } from '@atrium/domain/core';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import type { SeriesPoint, StateRow, StateSource } from '../statements/state-statement.ts';
import { computeShareBefore, selectReadings } from './select-readings.ts';

/** Parameters of a balance, as for `Scanner.states`. */
export interface StateShape {
  readonly edges: readonly Instant[];
  readonly resets: readonly Instant[];
  readonly cutAt: Instant | null;
}

/** In-memory equivalent of `stateStatement`, and of `correctedByHandStatement` when there are points. */
export function scanStates(
  site: RecentReadings,
  sources: readonly StateSource[],
  shape: StateShape,
  points: readonly SeriesPoint[] = [],
): StateRow[] {
  return [...Map.groupBy(sources, ({ series }) => series)].flatMap(([series, own]) => {
    const told = points.filter((point) => point.series === series && point.at >= (shape.edges[0] as Instant));
    const changes = [...changesOf(site, own, shape), ...told.map(({ at, value }) => ({ at, by: value, isTold: true }))];
    return buildStates(series, changes, shape);
  });
}

export interface Change {
  readonly at: Instant;
  readonly by: number;
  /** Manual correction: the balance starts again from this value. */
  readonly isTold?: boolean;
}

/** Returns the crossings of a series' boundary, in order of time. */
function changesOf(site: RecentReadings, sources: readonly StateSource[], { edges, cutAt }: StateShape): Change[] {
  const changes: Change[] = [];
  for (const { device, metric, sign, from, to } of sources) {
    const line = site.line(metric, device);
    const within = { from: Math.max(from, edges[0] as Instant), to: Math.min(to, edges.at(-1) as Instant) };
    if (line === undefined || within.from >= within.to) continue;
    selectReadings(site, line, within, [], (place, kind) => {
      const at = site.base + (line.times[place] as number);
      changes.push({ at, by: sign * (line.values[place] as number) * computeShareBefore(at, kind, cutAt) });
    });
  }
  return changes;
}

export type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

/** Returns the balance since the last reset, above its lowest value so far, held between changes. */
export function buildStates(
  series: number,
  unsorted: readonly Change[],
  { edges, resets }: Pick<StateShape, 'edges' | 'resets'>,
): StateRow[] {
  // At the same instant a manual correction comes before crossings.
  const before = (one: Change) => (one.isTold === true ? 0 : 1);
  const changes = unsorted.toSorted((left, right) => left.at - right.at || before(left) - before(right));
  const isReset = new Set(resets);
  const rows: StateRow[] = [];
  let [balance, lowest, next] = [0, 0, 0];
  for (const [piece, edge] of edges.slice(0, -1).entries()) {
    const end = edges[piece + 1] as Instant;
    if (isReset.has(edge)) [balance, lowest] = [0, 0];
    let row: Writable<StateRow> | null = null as Writable<StateRow> | null;
    for (let at = edge; at < end; ) {
      if (changes[next]?.at === at && changes[next]?.isTold === true) [balance, lowest] = [0, 0];
      for (; changes[next]?.at === at; next++) balance += changes[next]?.by ?? 0;
      lowest = Math.min(lowest, balance);
      const until = Math.min(end, changes[next]?.at ?? end);
      row = followed(row ?? startRow(series, edge, balance - lowest), balance - lowest, until - at);
      at = until;
    }
    if (row !== null) rows.push(row);
  }
  return rows;
}

const startRow = (series: number, edge: Instant, inside: number): Writable<StateRow> => ({
  series,
  edge,
  integral: 0,
  min: inside,
  max: inside,
  first: inside,
  last: inside,
  minAbove: 0,
  firstAbove: 0,
  lastAbove: 0,
});

function followed(row: Writable<StateRow>, inside: number, time: number): Writable<StateRow> {
  row.integral += inside * time;
  row.min = Math.min(row.min, inside);
  row.max = Math.max(row.max, inside);
  row.last = inside;
  if (inside <= 0) return row;
  row.minAbove = row.firstAbove === 0 ? inside : Math.min(row.minAbove, inside);
  if (row.firstAbove === 0) row.firstAbove = inside;
  row.lastAbove = inside;
  return row;
}
