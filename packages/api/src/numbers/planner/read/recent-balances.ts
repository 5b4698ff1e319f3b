import type { Instant } from '@atrium/domain/core';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import type { ReadLevels, ReadStates } from './balances.ts';
import type { FindRecent } from './read-context.ts';
import { computeShareBefore, selectReadings, type Writable } from './select-readings.ts';
import type { SeriesPoint, StateRow, StateSource } from './statements/balance-statements.ts';

/** Parameters of a balance, as for `ReadStates`. */
interface StateShape {
  readonly edges: readonly Instant[];
  readonly resets: readonly Instant[];
  readonly cutAt: Instant | null;
}

/** In-memory equivalent of `stateStatement`, and of `correctedByHandStatement` when there are points. */
function scanStates(
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

interface Change {
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

/** Returns the balance since the last reset, above its lowest value so far, held between changes. */
function buildStates(
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

type LevelShape = Pick<StateShape, 'edges' | 'resets'>;

/** In-memory equivalent of `levelStatement`. */
function scanLevels(site: RecentReadings, sources: readonly StateSource[], shape: LevelShape): StateRow[] {
  return [...Map.groupBy(sources, ({ series }) => series)].flatMap(([series, own]) => {
    const lines = Map.groupBy(own, ({ device, metric }) => `${device} ${metric}`);
    return buildStates(
      series,
      [...lines.values()].flatMap((line) => listLevelChanges(site, line, shape)),
      shape,
    );
  });
}

/** Level with the time of its report and the time from which it holds. */
interface Level {
  readonly at: Instant;
  readonly toldAt: Instant;
  readonly value: number;
  /** False: the level is unknown from here on. */
  readonly isTold: boolean;
}

/**
 * Returns the changes of one device's levels. A level holds until the next one, the end of its source, or the next
 * reset.
 */
function listLevelChanges(
  site: RecentReadings,
  sources: readonly StateSource[],
  { edges, resets }: LevelShape,
): Change[] {
  const [begin, end] = [edges[0] as Instant, edges.at(-1) as Instant];
  const dayOf = (at: Instant) => resets.findLast((reset) => reset <= at) ?? begin;
  const levels = sources
    .filter(({ from }) => from < end)
    .flatMap((source) => levelsOf(site, source, { from: begin, to: end }, dayOf));
  const holding = new Map<Instant, Level>();
  for (const level of levels) {
    const other = holding.get(level.at);
    if (other === undefined || isAfter(level, other)) holding.set(level.at, level);
  }
  let [day, before] = [begin, 0];
  return [...holding.values()]
    .sort((left, right) => left.at - right.at)
    .map(({ at, value }) => {
      if (dayOf(at) !== day) [day, before] = [dayOf(at), 0];
      const by = value - before;
      before = value;
      return { at, by };
    });
}

/** Orders levels that hold from the same moment: a report beats an end, a later report an earlier one. */
const isAfter = (one: Level, other: Level): boolean =>
  one.isTold === other.isTold ? one.toldAt > other.toldAt : one.isTold;

function levelsOf(
  site: RecentReadings,
  { device, metric, from, to, heardFrom = from }: StateSource,
  within: { readonly from: Instant; readonly to: Instant },
  dayOf: (at: Instant) => Instant,
): Level[] {
  const levels = new Map<Instant, Level>();
  const line = site.line(metric, device);
  const heard = { from: Math.max(within.from, Math.min(from, heardFrom)), to: Math.min(within.to, to) };
  if (line !== undefined && heard.from < heard.to)
    selectReadings(site, line, heard, [], (place) => {
      const toldAt = site.base + (line.times[place] as number);
      const at = Math.max(toldAt, from);
      if (dayOf(toldAt) !== dayOf(at)) return;
      const sum = levels.get(toldAt)?.value ?? 0;
      levels.set(toldAt, { at, toldAt, value: sum + (line.values[place] as number), isTold: true });
    });
  const isEnd = to >= within.from && to < within.to;
  return [...levels.values(), ...(isEnd ? [{ at: to, toldAt: to, value: 0, isTold: false }] : [])];
}

interface BalanceReaders {
  readonly states: ReadStates;
  readonly levels: ReadLevels;
}

/** Reads balances and levels from memory after the first reset in memory, and earlier ones from `rolled`. */
export function balancesFromMemory(findRecent: FindRecent, rolled: BalanceReaders): BalanceReaders {
  return {
    async states(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt = null, points = []) {
      const held = await findRecent(installation, endOf(edges));
      const place = held === null ? -1 : openPlace(held, edges, resets);
      if (held === null || place < 0)
        return rolled.states(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points);
      const open = scanStates(held, sources, { edges: edges.slice(place), resets, cutAt }, points);
      if (place === 0) return open;
      const early = earlyOf(edges, resets, place);
      const told = points.filter(({ at }) => at < endOf(early.edges));
      const buckets = bucketOf?.slice(0, place);
      return [
        ...(await rolled.states(
          installation,
          sources,
          early.edges,
          early.resets,
          hasAlternatives,
          buckets,
          cutAt,
          told,
        )),
        ...open,
      ];
    },
    async levels(installation, sources, edges, resets) {
      const held = await findRecent(installation, endOf(edges));
      const place = held === null ? -1 : openPlace(held, edges, resets);
      if (held === null || place < 0) return rolled.levels(installation, sources, edges, resets);
      const open = scanLevels(held, sources, { edges: edges.slice(place), resets });
      if (place === 0) return open;
      const early = earlyOf(edges, resets, place);
      return [...(await rolled.levels(installation, sources, early.edges, early.resets)), ...open];
    },
  };
}

/** Returns the position of the reset after which memory is complete; −1 if there is none. */
function openPlace(held: RecentReadings, edges: readonly Instant[], resets: readonly Instant[]): number {
  const from = resets.find((reset) => reset >= held.from && reset < endOf(edges));
  return from === undefined ? -1 : edges.indexOf(from);
}

const earlyOf = (edges: readonly Instant[], resets: readonly Instant[], place: number) => ({
  edges: edges.slice(0, place + 1),
  resets: resets.filter((reset) => reset < (edges[place] as Instant)),
});

const endOf = (edges: readonly Instant[]) => edges.at(-1) as Instant;
