import { atmosphereMetrics } from './families/atmosphere.ts';
import { meterMetrics } from './families/meters.ts';
import { presenceMetrics } from './families/presence.ts';
import { salesMetrics } from './families/sales.ts';
import { visitMetrics } from './families/visits.ts';
import type { Metric } from './metric.ts';

/** The whole catalogue in the order pickers show it. */
export const metrics: readonly Metric[] = [
  ...visitMetrics,
  ...presenceMetrics,
  ...atmosphereMetrics,
  ...meterMetrics,
  ...salesMetrics,
];

const byId: ReadonlyMap<string, Metric> = new Map(metrics.map((metric) => [metric.id, metric]));
if (byId.size !== metrics.length) throw new Error('two metrics share an id');

/** The metric of an id that comes from outside; undefined when there is none. */
export function findMetric(id: string): Metric | undefined {
  return byId.get(id);
}
