import type { Instant, Wall } from '../../core/index.ts';

/** A row whose clock time comes twice. */
export interface AmbiguousRow<Row> {
  readonly wall: Wall;
  readonly earlier: Instant;
  readonly later: Instant;
  readonly row: Row;
}

/** Rows further apart than this (ms) belong to different changes of the clock. */
const sameChange = 12 * 3_600_000;

/**
 * Settles clock times that come twice (when clocks go back) by the order in which one device's rows stand in a file.
 * The hour is held back until the device's next unambiguous row. Its direction is that of the nearer unambiguous
 * neighbour; where the clock turns against that direction inside the hour, the other pass begins. Without a turn, or
 * without a neighbour, every row is the first of the two.
 */
export class WallOrder<Row> {
  readonly #emit: (row: Row, at: Instant) => void;
  /** ms between rows, 0 when unknown. */
  readonly #spacing: number;
  #before: Wall | null = null;
  #held: AmbiguousRow<Row>[] = [];

  constructor(spacing: number, emit: (row: Row, at: Instant) => void) {
    this.#spacing = spacing;
    this.#emit = emit;
  }

  unambiguous(row: Row, wall: Wall, at: Instant): void {
    this.#settle(wall);
    this.#before = wall;
    this.#emit(row, at);
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
    if (held.length === 0) return;
    this.#held = [];
    const direction = directionOf(held, this.#before, after);
    const turn = direction === null ? -1 : turnOf(held, direction.sign, this.#spacing || direction.distance);
    held.forEach(({ row, earlier, later }, index) => {
      const isSecond = turn !== -1 && (direction?.sign === 1 ? index >= turn : index < turn);
      this.#emit(row, isSecond ? later : earlier);
    });
  }
}

type Held = readonly { readonly wall: Wall; readonly earlier: Instant; readonly later: Instant }[];

function directionOf(held: Held, before: Wall | null, after: Wall | null) {
  const first = (held[0] as Held[number]).wall;
  const last = (held.at(-1) as Held[number]).wall;
  const toBefore = before === null ? Number.POSITIVE_INFINITY : Math.abs(first - before);
  const toAfter = after === null ? Number.POSITIVE_INFINITY : Math.abs(after - last);
  if (before !== null && toBefore <= toAfter) return { sign: before < first ? 1 : -1, distance: toBefore } as const;
  if (after !== null) return { sign: after > last ? 1 : -1, distance: toAfter } as const;
  return null;
}

/**
 * Where the clock jumps back against the direction, -1 for nowhere. The same time twice is a jump only if rows lie so
 * far apart that the doubled stretch has room for a single one; otherwise it is a row written twice.
 */
function turnOf(held: Held, sign: 1 | -1, spacing: number): number {
  return held.findIndex(({ wall, earlier, later }, index) => {
    const previous = held[index - 1];
    if (previous === undefined) return false;
    const step = (wall - previous.wall) * sign;
    return step < 0 || (step === 0 && spacing >= later - earlier);
  });
}
