import type { Instant } from '@atrium/domain/core';

export interface TestReading {
  readonly device: number;
  readonly metric: string;
  readonly at: Instant;
  readonly value: number;
  readonly interval?: number;
  /** Canonical form, e.g. `gender=female`. */
  readonly descriptors?: string;
  /** Visits behind a duration. */
  readonly weight?: number;
  readonly visitor?: string;
  /** The value as sent (the weight of a duration), if only part of it counts. */
  readonly sent?: number;
}

/** Returns a reading every five minutes with the same value. */
export function steadyReadings(
  device: number,
  metric: string,
  from: Instant,
  to: Instant,
  value: number,
): TestReading[] {
  const readings: TestReading[] = [];
  for (let at = from; at < to; at += 300_000) readings.push({ device, metric, at, value });
  return readings;
}
