import type { StateMeasure } from '@atrium/domain/numbers';

/** Known state during one piece of time. */
export type StatePiece = Omit<StateMeasure, 'kind'>;

/** Value that held for a whole piece: `integral` is value × ms, `time` in ms. */
export function toStatePiece(integral: number, time: number): StatePiece {
  const value = integral / time;
  return { integral, time, min: value, max: value, first: value, last: value };
}

/** Appends a later piece to a bucket's state. */
export function appendPiece(before: StateMeasure | undefined, piece: StatePiece): StateMeasure {
  if (before === undefined) return { kind: 'state', ...piece };
  return {
    kind: 'state',
    integral: before.integral + piece.integral,
    time: before.time + piece.time,
    min: Math.min(before.min, piece.min),
    max: Math.max(before.max, piece.max),
    first: before.first,
    last: piece.last,
    ...aboveOf(before, piece),
  };
}

/** Merges the time above 0 where both sides know it. */
function aboveOf({ above: early }: StateMeasure, { above: late }: StatePiece): Pick<StateMeasure, 'above'> {
  if (early === undefined || late === undefined) return {};
  if (early === null || late === null) return { above: early ?? late };
  return { above: { min: Math.min(early.min, late.min), first: early.first, last: late.last } };
}
