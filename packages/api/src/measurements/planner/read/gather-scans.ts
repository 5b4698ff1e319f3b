import type { Instant } from '@atrium/domain/core';
import { gatherTurn } from '../../../platform/concurrency/gather-turn.ts';
import type { Rhythm } from './statements/report-statement.ts';

/** Scan target. Scans of the same time are merged into one statement over all of their devices and metrics. */
export interface Want {
  readonly installation: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
  /** Number of each device; devices of one number always count alike and may be summed. Absent: all are separate. */
  readonly alike?: ReadonlyMap<number, number>;
  /** Resolves to the pieces of time that may be merged. Absent: all are separate. */
  readonly together?: () => Promise<PieceGroups | null>;
}

/** Groups of pieces of time of which only the total is needed. */
export interface PieceGroups {
  /** Edges of the pieces. */
  readonly among: readonly Instant[];
  /** Group of each piece; −1: not queried. */
  readonly of: Int32Array;
  /** By piece whether it is known without a row of its own. Its rows may then be merged into another piece. */
  readonly isSure: Uint8Array;
}

/** Merged scan targets of one statement. */
export interface Gathered {
  readonly installations: Set<number>;
  readonly devices: Set<number>;
  readonly metrics: Set<string>;
}

/** Collects scan targets of equal shape within a turn of the event loop, then runs each shape once. */
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

/** Returns the lowest thresholds of each device. They show all gaps; each reader filters its own. */
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

/** Sorted, so that equal scans have equal texts. */
export function listsOf({ installations, devices, metrics }: Gathered) {
  const ascending = (left: number, right: number) => left - right;
  return {
    installations: [...installations].sort(ascending),
    devices: [...devices].sort(ascending),
    metrics: [...metrics].sort(),
  };
}
