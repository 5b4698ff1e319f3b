import { atmosphereMetrics } from './families/atmosphere.ts';
import { meterMetrics } from './families/meters.ts';
import { presenceMetrics } from './families/presence.ts';
import { salesMetrics } from './families/sales.ts';
import { visitMetrics } from './families/visits.ts';
import type { Metric } from './metric.ts';

/** Catalogue by topic, in the order of pickers. */
export const metricFamilies = {
  visits: visitMetrics,
  presence: presenceMetrics,
  atmosphere: atmosphereMetrics,
  meters: meterMetrics,
  sales: salesMetrics,
} as const satisfies Record<string, readonly Metric[]>;

/** All metrics in that order. */
export const metrics: readonly Metric[] = Object.values(metricFamilies).flat();

const byId: ReadonlyMap<string, Metric> = new Map(metrics.map((metric) => [metric.id, metric]));
if (byId.size !== metrics.length) throw new Error('two metrics share an id');

/** Returns the metric of an external id, or undefined. */
export function findMetric(id: string): Metric | undefined {
  return byId.get(id);
}
