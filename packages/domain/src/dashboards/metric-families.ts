import type { Family } from '../access/index.ts';
import { isAtmosphereMetric } from './site-sections.ts';

/** Which section of the product shows a metric. */
export function familyOf(metric: string): Family {
  if (isAtmosphereMetric(metric)) return 'atmosphere';
  return /^(electricity|water|combustible|heat)(?=[A-Z]|$)/.test(metric) ? 'energy' : 'counting';
}

/** Which sections a viewer has, by the metrics of the events they see. */
export function familiesOf(metrics: Iterable<string>): ReadonlySet<Family> {
  return new Set([...metrics].map(familyOf));
}
