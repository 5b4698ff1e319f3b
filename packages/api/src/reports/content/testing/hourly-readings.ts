import type { Instant } from '@atrium/domain/core';
import type { TestReading } from '@atrium/testkit/readings';

const hour = 3_600_000;

/** One reading of a device each whole hour; null: it was silent then. */
export function hourly(
  device: number,
  metric: string,
  [from, to]: readonly [Instant, Instant],
  valueAt: (at: Instant) => number | null,
): TestReading[] {
  const readings: TestReading[] = [];
  for (let at = from; at < to; at += hour) {
    const value = valueAt(at);
    if (value !== null) readings.push({ device, metric, at, value, interval: 3600 });
  }
  return readings;
}

/** People coming in and leaving: a morning and an evening peak, fewer on weekends. By UTC. */
export function crowd(at: Instant): number {
  const date = new Date(at);
  const clock = date.getUTCHours();
  if (clock < 5) return 0;
  const peaks = Math.exp(-((clock - 8) ** 2) / 3) + 1.6 * Math.exp(-((clock - 17) ** 2) / 6) + 0.3;
  const share = date.getUTCDay() === 0 ? 0.4 : date.getUTCDay() === 6 ? 0.6 : 1;
  return Math.round(1000 * peaks * share);
}

/** Entries and exits of a door, as many as come in. */
export const passing = (device: number, span: readonly [Instant, Instant], valueAt: (at: Instant) => number | null) =>
  ['affluenceIn', 'affluenceOut'].flatMap((metric) => hourly(device, metric, span, valueAt));
