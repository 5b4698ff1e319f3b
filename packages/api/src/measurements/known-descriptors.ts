import { type DescriptorName, isDescriptorName, sendableMetrics } from '@atrium/domain/measurements/readings';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, readerFor } from '../platform/analytics-store.ts';
import { askerOf } from '../platform/concurrency/asker.ts';
import { type Gathered, gatherer } from './planner/read/gather-scans.ts';
import type { ToldDescriptors } from './planner/read/told/told-descriptors.ts';
import type { ToldRow } from './planner/read/told/told-statement.ts';

/** Returns the descriptors that a site's sensors ever reported, for some metrics or (null) for any. */
export type KnownDescriptors = (
  site: Topology,
  metrics: readonly string[] | null,
) => Promise<readonly DescriptorName[]>;

const describable = [...sendableMetrics.values()].filter(({ descriptors }) => descriptors.length > 0);

/** Sites requested in the same turn of the event loop share a look-up. */
export function createKnownDescriptors(analytics: AnalyticsStore, told: ToldDescriptors): KnownDescriptors {
  const read = gatherer<Pick<Topology, 'organizationId'>, ToldRow>(async (want: Gathered, { organizationId }) => {
    const reader = readerFor(analytics, askerOf({ organizationId, userId: null }));
    return [...(await told.read(reader, organizationId, want))];
  });
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
