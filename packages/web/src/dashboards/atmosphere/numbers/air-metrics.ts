import { isActive, isAtmosphereMetric } from '@atrium/domain/dashboards';
import type { Site } from '../../site/site.ts';

const order = ['co2', 'temperature', 'humidity', 'tvoc', 'pm25', 'pm10', 'hcho', 'luminosity', 'pressure'];

/** What the running events of the site sample of the air, CO2 first. */
export function airMetrics({ events }: Site, now: number): readonly string[] {
  const sampled = new Set(events.filter((event) => isActive(event, now)).flatMap(({ metrics }) => metrics));
  return order.filter((metric) => sampled.has(metric) && isAtmosphereMetric(metric));
}
