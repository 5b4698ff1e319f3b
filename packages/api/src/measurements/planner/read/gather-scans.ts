import type { Instant } from '@atrium/domain/core';
import { gatherTurn } from '../../../platform/concurrency/gather-turn.ts';
import type { Rhythm } from './statements/report-statement.ts';

/** What a scan is about; several scans of the same time become one statement over all of their devices and metrics. */
export interface Want {
  readonly installation: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
  /** By device: those of one number always count for the same, and need not be told apart. Without, all are. */
  readonly alike?: ReadonlyMap<number, number>;
  /** Which pieces of the asked time need not be told apart, once that is known. Without, all are. */
  readonly together?: () => Promise<PieceGroups | null>;
}

/** Pieces of a time of which only what they come to together is asked for. */
export interface PieceGroups {
  /** The edges of the pieces. */
  readonly among: readonly Instant[];
  /** By piece its group; −1: not asked for. */
  readonly of: Int32Array;
  /** By piece whether it is known without a row of its own: then its rows may be told as those of another piece. */
  readonly isSure: Uint8Array;
}

/** The wants of one statement. */
export interface Gathered {
  readonly installations: Set<number>;
  readonly devices: Set<number>;
  readonly metrics: Set<string>;
}

/** Collects wants of equal shape until the event loop turns, then runs each shape once. */
export function gatherer<Shape, Row>(
  run: (want: Gathered, shape: Shape, rhythms: Rhythm[]) => Promise<Row[]>,
): (want: Want, shape: Shape, rhythms?: readonly Rhythm[]) => Promise<readonly Row[]> {
  interface Ask {
    readonly want: Want;
    readonly shape: Shape;
    readonly rhythms: readonly Rhythm[];
  }
  const gather = gatherTurn((asks: readonly Ask[]) => {
    const keys = asks.map(({ shape }) => JSON.stringify(shape));
    const rows = new Map(
      [...Map.groupBy(asks, (_, index) => keys[index] as string)].map(([key, alike]) => [
        key,
        run(
          gatherWants(alike.map(({ want }) => want)),
          (alike[0] as Ask).shape,
          strictest(alike.flatMap(({ rhythms }) => rhythms)),
        ),
      ]),
    );
    return keys.map((key) => rows.get(key) as Promise<Row[]>);
  });
  return async (want, shape, rhythms = []) => (want.devices.length === 0 ? [] : gather({ want, shape, rhythms }));
}

/** Of each device the one that tolerates least: it sees the holes others overlook, and they sort them out again. */
export function strictest(rhythms: readonly Rhythm[]): Rhythm[] {
  const found = new Map<number, Rhythm>();
  for (const rhythm of rhythms) {
    const other = found.get(rhythm.device);
    if (other === undefined || rhythm.tolerance < other.tolerance) found.set(rhythm.device, rhythm);
  }
  return [...found.values()];
}

export function gatherWants(wants: readonly Want[]): Gathered {
  return {
    installations: new Set(wants.map(({ installation }) => installation)),
    devices: new Set(wants.flatMap(({ devices }) => devices)),
    metrics: new Set(wants.flatMap(({ metrics }) => metrics)),
  };
}

/** Sorted, so that equal scans are equal texts. */
export function listsOf({ installations, devices, metrics }: Gathered) {
  const ascending = (left: number, right: number) => left - right;
  return {
    installations: [...installations].sort(ascending),
    devices: [...devices].sort(ascending),
    metrics: [...metrics].sort(),
  };
}
