import type { Instant } from '@atrium/domain/core';
import type { StateMeasure } from '@atrium/domain/numbers';
import type { Statement } from '../../../../platform/analytics-store.ts';
import type { Timeline } from '../../plan/timeline.ts';
import { cutAtResets } from '../../read/balances.ts';
import type { BalanceTime, StateRow, StateSource } from '../../read/statements/balance-statements.ts';
import type { ReadingsOf } from '../../read/statements/readings-of.ts';
import { getHull } from '../../spans.ts';
import type { Evaluation } from '../evaluation.ts';
import type { DeviceReporting } from '../reporting/reporting.ts';

/** Known state during one piece of time. */
type StatePiece = Omit<StateMeasure, 'kind'>;

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

/** Device reporting, and the time from the start of the balance to now in pieces within which it is constant. */
export interface StateScan {
  readonly devices: ReadonlyMap<number, DeviceReporting>;
  readonly pieces: Timeline;
  readonly resets: readonly Instant[];
}

/** Runs a statement about a balance in parts that end at resets, which bounds the memory of long queries. */
export async function readParts<Row = StateRow>(
  { scanner, topology }: Evaluation,
  { pieces, resets }: StateScan,
  sources: readonly StateSource[],
  statement: (readings: ReadingsOf, time: BalanceTime) => Statement,
): Promise<Row[]> {
  const want = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.device))],
    metrics: [...new Set(sources.map((source) => source.metric))],
  };
  const parts = cutAtResets(pieces.edges, resets).map((part) =>
    scanner.rows<Row>(want, getHull(part.edges), (readings) => statement(readings, { sources, ...part })),
  );
  return (await Promise.all(parts)).flat();
}
