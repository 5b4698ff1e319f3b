import { isComplete, joinCells, usualCell } from './fold-cells.ts';
import type { Cell } from './measure.ts';

/**
 * What one area tells of one base interval: by quantity of the metric the cells of its parts (passages, sensors, meters),
 * which are the same ones at every time it is compared with.
 */
export interface ComparedCells {
  readonly now: readonly (readonly Cell[])[];
  /** By time compared with, then by quantity. */
  readonly earlier: readonly (readonly (readonly Cell[])[])[];
}

/** What of an interval can be compared, both sides over the same parts. */
export interface ComparedInterval {
  /** By quantity; null where nothing can be compared. */
  readonly sides: { readonly now: readonly Cell[]; readonly earlier: readonly Cell[] } | null;
  /** How many of its parts can be compared, of how many that counted at either time. */
  readonly comparable: number;
  readonly parts: number;
}

export interface ComparisonRule {
  /** Numerator and denominator belong together: what is incomplete in one part leaves out the interval. */
  readonly isWhole: boolean;
  /** The fewest times that make up what is usual. */
  readonly fewest: number;
  /** By quantity whether it is set rather than told by anybody: then it is no part of what can be compared. */
  readonly isSet: readonly boolean[];
}

/**
 * Leaves out of both sides what is silent or incomplete on one. A part that was not there at one of the times is not
 * silent: what it counts at the other is growth, or decline.
 */
export function compareInterval(cells: ComparedCells, rule: ComparisonRule): ComparedInterval {
  // Weeks keep their places, because visitors of one week are told from those of another.
  const times = cells.earlier.map((time) => (isTold(time, rule.isWhole) ? time : null));
  const [now, earlier]: [Cell[], Cell[]] = [[], []];
  let [parts, comparable, isKnown] = [0, 0, true];
  // Plain loops: a year of a site is made of as many intervals as it has hours.
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
  return isLeftOut ? { sides: null, comparable: 0, parts } : { sides: { now, earlier }, comparable, parts };
}

const silent: Cell = { state: 'missing' };
/** Of a time that has no such interval. */
const absent: Cell = { state: 'absent' };

const isThere = (cell: Cell) => cell.state !== 'absent' && cell.state !== 'closed';
const isSound = (cell: Cell) => !isThere(cell) || isComplete(cell);

/** Whether a time has anything to be compared with: of every quantity, and of ratios all of it. */
function isTold(time: readonly (readonly Cell[])[], isWhole: boolean): boolean {
  return time.every((cells) => cells.some((cell) => cell.state === 'known') && (!isWhole || cells.every(isSound)));
}

interface ComparedPart {
  readonly now: Cell;
  readonly earlier: Cell;
}

/** null: the part can't be compared. */
function comparePart(now: Cell, then: readonly Cell[], { fewest }: ComparisonRule): ComparedPart | null {
  if (!isSound(now) || then.filter(isSound).length < fewest) return null;
  const isCounted = [now, ...then].some((cell) => cell.state === 'known' && cell.measure.kind === 'flow');
  // Where a passage was not there yet, nobody came through it.
  const counted = then.map((cell) => (isCounted && !isThere(cell) ? nobody : isSound(cell) ? cell : silent));
  return { now, earlier: usualCell(counted) };
}

const nobody: Cell = { state: 'known', partial: false, measure: { kind: 'flow', sum: 0 } };

/** What something tells of each interval: by interval, then by quantity, then by place. */
export type CellsOfPlaces = readonly (readonly (readonly Cell[])[])[];

/**
 * Which places count in each of the intervals that a ratio of sums is made of: those of which all sides are complete, each
 * place by itself; where there is no such interval, those of which something is known of every side.
 */
export function countedPlaces(cells: CellsOfPlaces): readonly (readonly number[])[] {
  const countedBy = (counts: (cell: Cell) => boolean) =>
    cells.map((quantities) =>
      Array.from((quantities[0] ?? []).keys()).filter((place) =>
        quantities.every((line) => counts(line[place] ?? silent)),
      ),
    );
  const complete = countedBy(isComplete);
  return complete.some((places) => places.length > 0) ? complete : countedBy((cell) => cell.state === 'known');
}

/** The intervals that a ratio of sums is made of, by quantity; all of them where nothing is known of both sides. */
export function countedIntervals(cells: CellsOfPlaces): Cell[][] {
  const places = countedPlaces(cells);
  const counted = cells.flatMap((quantities, index) => {
    const kept = places[index] ?? [];
    return kept.length === 0 ? [] : [quantities.map((line) => joinCells(kept.map((place) => line[place] as Cell)))];
  });
  return counted.length > 0 ? counted : cells.map((quantities) => quantities.map(joinCells));
}
