import { energyOrder, isActive } from '@atrium/domain/dashboards';
import type { Site } from '../site/site.ts';

/** What the running events of the site meter, what is used before what is made. */
export function energyMetrics({ events }: Site, now: number): readonly string[] {
  const metered = new Set(events.filter((event) => isActive(event, now)).flatMap(({ metrics }) => metrics));
  return energyOrder.filter((metric) => metered.has(metric));
}
