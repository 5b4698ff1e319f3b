import type { Instant } from '@atrium/domain/core';
import type { ReadingRow } from '../reading-row.ts';

/** Some devices over one stretch of time, both ends included: one condition of a look-up. */
export interface LookupSpan {
  readonly devices: readonly number[];
  readonly from: Instant;
  readonly to: Instant;
}

/** ms: readings closer than this are looked up in one stretch. */
const gap = 3_600_000;
/** How many readings may be read for each one asked for, before devices are looked up apart. */
const waste = 8;

interface Stretch {
  readonly devices: Map<number, number>;
  readonly rows: ReadingRow[];
  from: Instant;
  to: Instant;
}

/**
 * The stretches that hold the readings' instants: together for devices that report alike (a condition each would be
 * slow), apart where a single reading of one device lies in another's long backlog.
 */
export function lookupSpans(rows: readonly ReadingRow[]): readonly LookupSpan[] {
  return stretches(rows).flatMap((stretch) => {
    const { devices, from, to } = stretch;
    const densest = Math.max(...devices.values());
    if (devices.size * densest <= waste * stretch.rows.length) return [{ devices: [...devices.keys()], from, to }];
    return [...Map.groupBy(stretch.rows, (row) => row.device)].flatMap(([device, own]) =>
      stretches(own).map((part) => ({ devices: [device], from: part.from, to: part.to })),
    );
  });
}

function stretches(rows: readonly ReadingRow[]): readonly Stretch[] {
  const sorted = [...rows].sort((a, b) => a.at - b.at);
  const found: Stretch[] = [];
  for (const row of sorted) {
    let last = found.at(-1);
    if (last === undefined || row.at - last.to > gap) {
      last = { devices: new Map(), rows: [], from: row.at, to: row.at };
      found.push(last);
    }
    last.to = row.at;
    last.rows.push(row);
    last.devices.set(row.device, (last.devices.get(row.device) ?? 0) + 1);
  }
  return found;
}
