import { isActive } from '@atrium/domain/dashboards';
import { airSamples } from '@atrium/domain/measurements';
import type { Site } from '../../site/site.ts';

/** What the running events of the site sample of the air, in the order of the catalogue. */
export function airMetrics({ events }: Site, now: number): readonly string[] {
  const sampled = new Set(events.filter((event) => isActive(event, now)).flatMap(({ metrics }) => metrics));
  return airSamples.map(({ id }) => id).filter((metric) => sampled.has(metric));
}
