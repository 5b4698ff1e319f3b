import type { Instant } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';

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

let version = 0;

/** Puts readings where ingestion would; later calls correct earlier ones. */
export async function store(
  analytics: AnalyticsStore,
  site: Topology,
  readings: readonly TestReading[],
): Promise<void> {
  version += 1;
  const rows = readings.map(
    ({ device, metric, at, value, interval = 300, descriptors = '', weight = 1, visitor = '', sent }) => ({
      organization: site.organizationId,
      installation: site.installationId,
      metric,
      device,
      at,
      descriptors,
      visitor,
      x: -1,
      y: -1,
      value,
      weight,
      interval,
      ...(sent !== undefined && { sent }),
      version,
    }),
  );
  await analytics.insert('readings', rows);
}

/** One reading each five minutes, with the same value. */
export function steady(device: number, metric: string, from: Instant, to: Instant, value: number): TestReading[] {
  const readings: TestReading[] = [];
  for (let at = from; at < to; at += 300_000) readings.push({ device, metric, at, value });
  return readings;
}
