import { atmosphereMetrics } from './families/atmosphere.ts';
import { meterMetrics } from './families/meters.ts';
import { presenceMetrics } from './families/presence.ts';
import { salesMetrics } from './families/sales.ts';
import { visitMetrics } from './families/visits.ts';
import type { Metric } from './metric.ts';

/** The catalogue by what its metrics are about, in the order pickers show it. */
export const metricFamilies = {
  visits: visitMetrics,
  presence: presenceMetrics,
  atmosphere: atmosphereMetrics,
  meters: meterMetrics,
  sales: salesMetrics,
} as const satisfies Record<string, readonly Metric[]>;

/** The whole catalogue in that order. */
export const metrics: readonly Metric[] = Object.values(metricFamilies).flat();

const byId: ReadonlyMap<string, Metric> = new Map(metrics.map((metric) => [metric.id, metric]));
if (byId.size !== metrics.length) throw new Error('two metrics share an id');

/** The metric of an id that comes from outside; undefined when there is none. */
export function findMetric(id: string): Metric | undefined {
  return byId.get(id);
}
