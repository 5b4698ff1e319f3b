import type { Instant } from '@atrium/domain/core';
import type { TestReading } from '@atrium/testkit/readings';

const hour = 3_600_000;

/** Builds one reading of a device per whole hour. Null: the device was silent. */
export function buildHourlyReadings(
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

/** Returns the people passing a door: a morning and an evening peak in UTC, fewer on weekends. */
export function crowd(at: Instant): number {
  const date = new Date(at);
  const clock = date.getUTCHours();
  if (clock < 5) return 0;
  const peaks = Math.exp(-((clock - 8) ** 2) / 3) + 1.6 * Math.exp(-((clock - 17) ** 2) / 6) + 0.3;
  const share = date.getUTCDay() === 0 ? 0.4 : date.getUTCDay() === 6 ? 0.6 : 1;
  return Math.round(1000 * peaks * share);
}

/** Builds entries and equal exits of a door. */
export const buildCrossings = (
  device: number,
  span: readonly [Instant, Instant],
  valueAt: (at: Instant) => number | null,
) => ['affluenceIn', 'affluenceOut'].flatMap((metric) => buildHourlyReadings(device, metric, span, valueAt));
