import type { Instant } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { TestReading } from '../readings/index.ts';
import { lastUpTo } from './in-order.oracle.ts';

export type Kind = 'flow' | 'state' | 'sample';

export type Hearing = 'heard' | 'silent' | 'notDue';

/** A moment at which a device spoke, and up to when what it has said so far tells. */
interface Spoken {
  readonly at: Instant;
  readonly index: number;
  readonly until: Instant;
}

const minute = 60_000;

/** When a device spoke, by its readings in order of time: each tells of its own time, whatever the device declares. */
export function spokenOf(readings: readonly TestReading[], { interval }: Device): readonly Spoken[] {
  let until = Number.NEGATIVE_INFINITY;
  return [...Map.groupBy(readings, ({ at }) => at)].map(([at, same], index) => {
    until = Math.max(until, at + Math.max(...same.map((one) => 1000 * ((one.interval ?? 300) || interval))));
    return { at, index, until };
  });
}

/** Whether a device is heard of at an instant before now; the latest reading may not be due yet. */
export function hearingOf(
  spoken: readonly Spoken[],
  device: Device,
  { at, kind, now }: { readonly at: Instant; readonly kind: Kind; readonly now: Instant },
): Hearing {
  const interval = device.interval * 1000;
  const last = lastUpTo(spoken, at);
  const covered = last?.until ?? Number.NEGATIVE_INFINITY;
  if (at < covered) return 'heard';
  const isStrict = device.reportsZero || kind === 'sample';
  const quiet = Math.max(12 * interval, 60 * minute);
  const next = spoken[(last?.index ?? -1) + 1]?.at;
  if (next !== undefined) {
    const most = isStrict ? (kind === 'flow' ? interval / 2 : interval) : quiet;
    return next - covered > most ? 'silent' : 'heard';
  }
  if (now - covered > (isStrict ? 2 * interval : quiet)) return 'silent';
  return kind === 'state' || (kind === 'flow' && !device.reportsZero) ? 'heard' : 'notDue';
}
