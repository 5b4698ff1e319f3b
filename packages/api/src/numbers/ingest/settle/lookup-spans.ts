import type { Instant } from '@atrium/domain/core';
import type { ReadingRow } from '../reading-row.ts';

/** Devices and a time span, both ends inclusive: one condition of a look-up. */
export interface LookupSpan {
  readonly devices: readonly number[];
  readonly from: Instant;
  readonly to: Instant;
}

/** Milliseconds. Readings closer than this share a span. */
const gap = 3_600_000;
/** Maximum readings read per reading needed, before devices get separate spans. */
const waste = 8;

interface Stretch {
  readonly devices: Map<number, number>;
  readonly rows: ReadingRow[];
  from: Instant;
  to: Instant;
}

/**
 * Returns spans that contain the readings' instants. Devices that report alike share a span, because a condition for
 * each device is slow. Devices get separate spans if one's single reading falls into another's long backlog.
 */
export function buildLookupSpans(rows: readonly ReadingRow[]): readonly LookupSpan[] {
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
