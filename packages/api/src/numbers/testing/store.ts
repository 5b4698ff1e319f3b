import type { Topology } from '@atrium/domain/sites';
import type { TestReading } from '@atrium/testkit/readings';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';

let version = 0;

/** Stores readings as ingestion would; later calls correct earlier ones. */
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
