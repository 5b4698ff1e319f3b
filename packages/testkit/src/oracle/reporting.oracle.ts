import type { Instant } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { TestReading } from '../readings/index.ts';
import { findLastUpTo } from './in-order.oracle.ts';

export type Kind = 'flow' | 'state' | 'sample';

export type Reporting = 'heard' | 'silent' | 'notDue';

/** A time at which a device sent readings, and up to when they cover. */
interface ReportTime {
  readonly at: Instant;
  readonly index: number;
  readonly until: Instant;
}

const minute = 60_000;

/**
 * Returns when a device sent, from readings in order of time. A reading covers its own interval, whatever the device
 * declares.
 */
export function findReports(readings: readonly TestReading[], { interval }: Device): readonly ReportTime[] {
  let until = Number.NEGATIVE_INFINITY;
  return [...Map.groupBy(readings, ({ at }) => at)].map(([at, same], index) => {
    until = Math.max(until, at + Math.max(...same.map((one) => 1000 * ((one.interval ?? 300) || interval))));
    return { at, index, until };
  });
}

/** Whether a device reports at an instant before now. The latest reading may not be due yet. */
export function findReporting(
  spoken: readonly ReportTime[],
  device: Device,
  { at, kind, now }: { readonly at: Instant; readonly kind: Kind; readonly now: Instant },
): Reporting {
  const interval = device.interval * 1000;
  const last = findLastUpTo(spoken, at);
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
