import type { Instant, Wall } from '../../core/index.ts';

/** Row with an ambiguous local time. */
export interface AmbiguousRow<Row> {
  readonly wall: Wall;
  readonly earlier: Instant;
  readonly later: Instant;
  readonly row: Row;
}

/** Rows further apart than this (ms) belong to different clock changes. */
const sameChange = 12 * 3_600_000;

/** Receiver of resolved rows. */
export interface ResolvedRowReceiver<Row> {
  readonly emit: (row: Row, at: Instant) => void;
  /** Receives a row of a repeated hour whose order does not show which of the two hours it is in. */
  readonly unclear: (row: AmbiguousRow<Row>) => void;
}

/**
 * Resolves ambiguous local times (when clocks go back) by the order of one device's rows in a file.
 *
 * Rows of the repeated hour are buffered until the device's next unambiguous row. Their direction is that of the nearer
 * unambiguous neighbour. Where the clock turns against that direction within the hour, the second pass begins. Without
 * a turn, or without a neighbour, every row is in the first pass.
 *
 * Unordered rows stay unclear:
 *
 * - rows of an hour in which the clock turns more than once
 * - rows between neighbours of opposite directions, if the hour turns or occurs in the file a second time
 * - rows without a neighbour, if a time occurs twice
 */
export class WallTimeResolver<Row> {
  readonly #settled: ResolvedRowReceiver<Row>;
  /** Milliseconds between rows, 0 when unknown. */
  readonly #spacing: number;
  #before: Wall | null = null;
  #held: AmbiguousRow<Row>[] = [];
  /** Clock changes of resolved hours. */
  readonly #known = new Set<Instant>();

  constructor(spacing: number, settled: ResolvedRowReceiver<Row>) {
    this.#spacing = spacing;
    this.#settled = settled;
  }

  unambiguous(row: Row, wall: Wall, at: Instant): void {
    this.#settle(wall);
    this.#before = wall;
    this.#settled.emit(row, at);
  }

  ambiguous(row: AmbiguousRow<Row>): void {
    const [first] = this.#held;
    if (first !== undefined && Math.abs(row.wall - first.wall) > sameChange) this.#settle(null);
    this.#held.push(row);
  }

  end(): void {
    this.#settle(null);
  }

  #settle(after: Wall | null): void {
    const held = this.#held;
    const [first] = held;
    if (first === undefined) return;
    this.#held = [];
    const direction = directionOf(held, this.#before, after);
    const turns = direction === null ? [] : turnsOf(held, direction.sign, this.#spacing || direction.distance);
    const change = Math.floor(first.later / sameChange);
    const isAgain = this.#known.has(change);
    this.#known.add(change);
    const isInNoOrder =
      direction === null
        ? hasTimeAgain(held, this.#spacing)
        : turns.length > 1 || (direction.isDisputed && (turns.length === 1 || isAgain));
    const [turn] = turns;
    for (const [index, row] of held.entries()) {
      const isSecond = turn !== undefined && (direction?.sign === 1 ? index >= turn : index < turn);
      if (isInNoOrder) this.#settled.unclear(row);
      else this.#settled.emit(row.row, isSecond ? row.later : row.earlier);
    }
  }
}

type Held = readonly { readonly wall: Wall; readonly earlier: Instant; readonly later: Instant }[];

interface Direction {
  readonly sign: 1 | -1;
  readonly distance: number;
  /** The other neighbour has the opposite direction. */
  readonly isDisputed: boolean;
}

function directionOf(held: Held, before: Wall | null, after: Wall | null): Direction | null {
  const first = (held[0] as Held[number]).wall;
  const last = (held.at(-1) as Held[number]).wall;
  const toBefore = before === null ? Number.POSITIVE_INFINITY : Math.abs(first - before);
  const toAfter = after === null ? Number.POSITIVE_INFINITY : Math.abs(after - last);
  const byBefore = before !== null && before < first ? 1 : -1;
  const byAfter = after !== null && after > last ? 1 : -1;
  const isDisputed = Math.max(toBefore, toAfter) <= sameChange && byBefore !== byAfter;
  if (before !== null && toBefore <= toAfter) return { sign: byBefore, distance: toBefore, isDisputed };
  return after === null ? null : { sign: byAfter, distance: toAfter, isDisputed };
}

/**
 * Returns where the clock jumps back against the direction. A repeated time is a jump only if the rows are so far apart
 * that the repeated hour has room for one. Otherwise it is a duplicate row.
 */
function turnsOf(held: Held, sign: 1 | -1, spacing: number): readonly number[] {
  return held.flatMap((row, index) => {
    const previous = held[index - 1];
    if (previous === undefined) return [];
    const step = (row.wall - previous.wall) * sign;
    return step < 0 || (step === 0 && hasRoomForOne(row, spacing)) ? [index] : [];
  });
}

/** Whether a local time occurs twice, duplicate rows aside. */
function hasTimeAgain(held: Held, spacing: number): boolean {
  const seen = new Set<Wall>();
  return held.some((row, index) => {
    const isWrittenTwice = held[index - 1]?.wall === row.wall && !hasRoomForOne(row, spacing);
    const isAgain = seen.has(row.wall) && !isWrittenTwice;
    seen.add(row.wall);
    return isAgain;
  });
}

/** Whether the repeated hour has room for a single row. */
const hasRoomForOne = ({ earlier, later }: Held[number], spacing: number) => spacing >= later - earlier;
