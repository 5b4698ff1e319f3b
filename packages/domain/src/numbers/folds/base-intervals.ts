import { buildUsualCell, isComplete, joinCells } from './fold-cells.ts';
import type { Cell } from './measure.ts';

/**
 * Cells of one area in one base interval: by quantity of the metric, then by part (passage, sensor, meter). The parts
 * are the same in every compared time.
 */
export interface ComparedCells {
  readonly now: readonly (readonly Cell[])[];
  /** By compared time, then by quantity. */
  readonly earlier: readonly (readonly (readonly Cell[])[])[];
}

/** Comparable part of an interval: both sides over the same parts. */
export interface ComparedInterval {
  /** By quantity; null where nothing can be compared. */
  readonly sides: { readonly now: readonly Cell[]; readonly earlier: readonly Cell[] } | null;
  /** Number of comparable parts, and of parts that counted in either time. */
  readonly comparable: number;
  readonly parts: number;
  /** Number of earlier times that the earlier side is the mean of. */
  readonly times: number;
}

export interface ComparisonRule {
  /** For ratios: an incomplete part excludes the whole interval, because numerator and denominator belong together. */
  readonly isWhole: boolean;
  /** Minimum number of earlier times for a usual value. */
  readonly fewest: number;
  /** By quantity whether it is a setting rather than measured. Settings do not count as comparable. */
  readonly isSet: readonly boolean[];
}

/**
 * Excludes from both sides every part that is silent or incomplete on one. A part that did not exist in one of the
 * times is not silent: its counts in the other are growth or decline.
 */
export function compareInterval(cells: ComparedCells, rule: ComparisonRule): ComparedInterval {
  // Weeks keep their positions, because visitors are matched by week.
  const times = cells.earlier.map((time) => (isComparableTime(time, rule.isWhole) ? time : null));
  const [now, earlier]: [Cell[], Cell[]] = [[], []];
  let [parts, comparable, isKnown] = [0, 0, true];
  // Plain loops for speed: a year of a site has as many intervals as hours.
  for (const [quantity, line] of cells.now.entries()) {
    const kept: ComparedPart[] = [];
    let there = 0;
    for (const [part, cell] of line.entries()) {
      const then = cells.earlier.map((time) => time[quantity]?.[part] ?? absent);
      if (!isThere(cell) && !then.some(isThere)) continue;
      there += 1;
      const told = then.map((one, time) => (times[time] === null ? silent : one));
      const compared = comparePart(cell, told, rule);
      if (compared !== null) kept.push(compared);
    }
    if (rule.isSet[quantity] !== true) {
      parts += there;
      comparable += kept.length;
    }
    now.push(joinCells(kept.map((one) => one.now)));
    earlier.push(joinCells(kept.map((one) => one.earlier)));
    isKnown &&= now[quantity]?.state === 'known' && earlier[quantity]?.state === 'known';
  }
  const isLeftOut = !isKnown || (rule.isWhole && comparable < parts);
  if (isLeftOut) return { sides: null, comparable: 0, parts, times: 0 };
  return { sides: { now, earlier }, comparable, parts, times: times.filter((time) => time !== null).length };
}

const silent: Cell = { state: 'missing' };
/** For a time without such an interval. */
const absent: Cell = { state: 'absent' };

const isThere = (cell: Cell) => cell.state !== 'absent' && cell.state !== 'closed';
const isSound = (cell: Cell) => !isThere(cell) || isComplete(cell);

/** Whether a time is comparable: every quantity has known cells; for ratios all cells are known. */
function isComparableTime(time: readonly (readonly Cell[])[], isWhole: boolean): boolean {
  return time.every((cells) => cells.some((cell) => cell.state === 'known') && (!isWhole || cells.every(isSound)));
}

interface ComparedPart {
  readonly now: Cell;
  readonly earlier: Cell;
}

/** Returns null when the part cannot be compared. */
function comparePart(now: Cell, then: readonly Cell[], { fewest }: ComparisonRule): ComparedPart | null {
  if (!isSound(now) || then.filter(isSound).length < fewest) return null;
  const isCounted = [now, ...then].some((cell) => cell.state === 'known' && cell.measure.kind === 'flow');
  // A passage that did not exist yet counts as zero.
  const counted = then.map((cell) => (isCounted && !isThere(cell) ? nobody : isSound(cell) ? cell : silent));
  return { now, earlier: buildUsualCell(counted) };
}

const nobody: Cell = { state: 'known', partial: false, measure: { kind: 'flow', sum: 0 } };

/** Cells by interval, then by quantity, then by place. */
export type CellsOfPlaces = readonly (readonly (readonly Cell[])[])[];

/**
 * Returns the places that count in each interval of a ratio of sums: those complete on all sides. If there is no such
 * interval, those with something known on every side.
 */
export function findCountedPlaces(cells: CellsOfPlaces): readonly (readonly number[])[] {
  const countedBy = (counts: (cell: Cell) => boolean) =>
    cells.map((quantities) =>
      Array.from((quantities[0] ?? []).keys()).filter((place) =>
        quantities.every((line) => counts(line[place] ?? silent)),
      ),
    );
  const complete = countedBy(isComplete);
  return complete.some((places) => places.length > 0) ? complete : countedBy((cell) => cell.state === 'known');
}

/** Returns the cells that a ratio of sums uses, by quantity; all cells if both sides are never known together. */
export function findCountedIntervals(cells: CellsOfPlaces): Cell[][] {
  const places = findCountedPlaces(cells);
  const counted = cells.flatMap((quantities, index) => {
    const kept = places[index] ?? [];
    return kept.length === 0 ? [] : [quantities.map((line) => joinCells(kept.map((place) => line[place] as Cell)))];
  });
  return counted.length > 0 ? counted : cells.map((quantities) => quantities.map(joinCells));
}

/**
 * Returns each place's cells in each interval in which all its quantities are known, by quantity; empty if there are
 * none. A place with a limit but without a count does not change the ratio of the others.
 */
export function listKnownPairs(cells: CellsOfPlaces): Cell[][] {
  return cells.flatMap((quantities) =>
    Array.from((quantities[0] ?? []).keys()).flatMap((place) => {
      const pair = quantities.map((line) => line[place] ?? silent);
      return pair.every((cell) => cell.state === 'known') ? [pair] : [];
    }),
  );
}
