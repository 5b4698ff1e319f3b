import type { Instant } from '@atrium/domain/core';

/** A reading as tests write it down. */
export interface TestReading {
  readonly device: number;
  readonly metric: string;
  readonly at: Instant;
  readonly value: number;
  readonly interval?: number;
  /** Canonical, `gender=female`. */
  readonly descriptors?: string;
  /** Visits that a duration describes. */
  readonly weight?: number;
  readonly visitor?: string;
  /** The value (of a duration the weight) as it came, where less of it counts. */
  readonly sent?: number;
}

/** One reading each five minutes, with the same value. */
export function steady(device: number, metric: string, from: Instant, to: Instant, value: number): TestReading[] {
  const readings: TestReading[] = [];
  for (let at = from; at < to; at += 300_000) readings.push({ device, metric, at, value });
  return readings;
}
