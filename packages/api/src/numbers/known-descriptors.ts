import { type DescriptorName, isDescriptorName, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, createQueryReader } from '../platform/analytics-store.ts';
import { buildQueryOwner } from '../platform/concurrency/query-owner.ts';
import type { DescriptorCatalog, DescriptorRow } from './planner/read/descriptors.ts';
import { createScanBatcher, type MergedTargets } from './planner/read/merge-scans.ts';

/** Returns the descriptors that a site's sensors ever reported, for some metrics or (null) for any. */
export type KnownDescriptors = (
  site: Topology,
  metrics: readonly string[] | null,
) => Promise<readonly DescriptorName[]>;

const describable = [...sendableMetrics.values()].filter(({ descriptors }) => descriptors.length > 0);

/** Sites requested in the same turn of the event loop share a look-up. */
export function createKnownDescriptors(analytics: AnalyticsStore, told: DescriptorCatalog): KnownDescriptors {
  const read = createScanBatcher<Pick<Topology, 'organizationId'>, DescriptorRow>(
    async (want: MergedTargets, { organizationId }) => {
      const reader = createQueryReader(analytics, buildQueryOwner({ organizationId, userId: null }));
      return [...(await told.read(reader, organizationId, want))];
    },
  );
  return async ({ organizationId, installationId, devices }, metrics) => {
    const asked = describable.map(({ id }) => id).filter((id) => metrics?.includes(id) ?? true);
    const ids = devices.map(({ id }): number => id);
    const want = { installation: installationId, devices: ids, metrics: asked };
    const rows = asked.length === 0 ? [] : await read(want, { organizationId });
    const sent = rows.flatMap(({ device, metric, keys }) =>
      ids.includes(device) && asked.includes(metric) ? keys.split(';') : [],
    );
    const declared = devices.flatMap(({ meter }) =>
      meter !== null && asked.includes(meter.metric) ? Object.keys(meter.descriptors) : [],
    );
    return [...new Set([...sent, ...declared])].filter(isDescriptorName).sort();
  };
}
