import type { Instant } from '@atrium/domain/core';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import type { StateRow, StateSource } from '../statements/state-statement.ts';
import { buildStates, type Change, type StateShape } from './scan-states.ts';
import { selectReadings } from './select-readings.ts';

type LevelShape = Pick<StateShape, 'edges' | 'resets'>;

/** In-memory equivalent of `levelStatement`. */
export function scanLevels(site: RecentReadings, sources: readonly StateSource[], shape: LevelShape): StateRow[] {
  return [...Map.groupBy(sources, ({ series }) => series)].flatMap(([series, own]) => {
    const lines = Map.groupBy(own, ({ device, metric }) => `${device} ${metric}`);
    return buildStates(
      series,
      [...lines.values()].flatMap((line) => changesOf(site, line, shape)),
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
function changesOf(site: RecentReadings, sources: readonly StateSource[], { edges, resets }: LevelShape): Change[] {
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
