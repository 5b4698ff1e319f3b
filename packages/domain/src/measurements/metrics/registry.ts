import { atmosphereMetrics } from './atmosphere.ts';
import { meterMetrics } from './meters.ts';
import type { Metric } from './metric.ts';
import { presenceMetrics } from './presence.ts';
import { salesMetrics } from './sales.ts';
import { visitMetrics } from './visits.ts';

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
