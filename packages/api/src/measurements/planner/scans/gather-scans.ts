import { setImmediate } from 'node:timers';
import type { Instant, Span } from '@atrium/domain/core';
import type { Rhythm } from '../statements/report-statement.ts';

/** What a scan is about; several scans of the same time become one statement over all of their devices and metrics. */
export interface Want {
  readonly installation: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
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
  interface Waiting {
    readonly shape: Shape;
    readonly want: Gathered;
    readonly rhythms: Map<number, Rhythm>;
    readonly rows: PromiseWithResolvers<Row[]>;
  }
  let waiting = new Map<string, Waiting>();
  const flush = () => {
    const due = waiting;
    waiting = new Map();
    for (const { shape, want, rhythms, rows } of due.values())
      run(want, shape, [...rhythms.values()]).then(rows.resolve, rows.reject);
  };
  return (want, shape, rhythms = []) => {
    if (want.devices.length === 0) return Promise.resolve([]);
    if (waiting.size === 0) setImmediate(flush);
    const key = JSON.stringify(shape);
    const found = waiting.get(key) ?? {
      shape,
      want: gathered(),
      rhythms: new Map(),
      rows: Promise.withResolvers<Row[]>(),
    };
    waiting.set(key, found);
    found.want.installations.add(want.installation);
    for (const device of want.devices) found.want.devices.add(device);
    for (const metric of want.metrics) found.want.metrics.add(metric);
    // Who tolerates less sees the holes that the other one overlooks, and the other one sorts them out again.
    for (const rhythm of rhythms) {
      const other = found.rhythms.get(rhythm.device);
      if (other === undefined || rhythm.tolerance < other.tolerance) found.rhythms.set(rhythm.device, rhythm);
    }
    return found.rows.promise;
  };
}

export function gathered(want?: Want): Gathered {
  return {
    installations: new Set(want === undefined ? [] : [want.installation]),
    devices: new Set(want?.devices),
    metrics: new Set(want?.metrics),
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

/** From the first edge to the last. */
export function hullOf(edges: readonly Instant[]): Span {
  return { from: edges[0] as Instant, to: edges.at(-1) as Instant };
}
