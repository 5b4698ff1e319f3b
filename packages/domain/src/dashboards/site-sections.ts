import type { Family } from '../access/index.ts';
import type { Instant } from '../core/index.ts';
import { airSamples } from '../measurements/index.ts';

/** Metrics of the air: an event that holds only these makes no counting page. */
const atmosphereIds: ReadonlySet<string> = new Set(
  [...airSamples.map(({ id }) => id), 'comfort'].flatMap((id) => [id, `${id}Score`]),
);

export const isAtmosphereMetric = (id: string): boolean => atmosphereIds.has(id);

/** What meters tell, what is used before what is made. */
export const energyOrder: readonly string[] = [
  'electricityConsumption',
  'heatConsumption',
  'waterConsumption',
  'combustibleConsumption',
  'electricityProduction',
  'heatProduction',
];

/** Which section of the product shows a metric. */
export function familyOf(metric: string): Family {
  if (isAtmosphereMetric(metric)) return 'atmosphere';
  return /^(electricity|water|combustible|heat)(?=[A-Z]|$)/.test(metric) ? 'energy' : 'counting';
}

/** Which sections a viewer has, by the metrics of the events they see. */
export function familiesOf(metrics: Iterable<string>): ReadonlySet<Family> {
  return new Set([...metrics].map(familyOf));
}

export interface SectionEvent {
  readonly metrics: readonly string[];
  /** Null is open-ended. */
  readonly begin: Instant | null;
  /** Excluded. */
  readonly end: Instant | null;
}

/** Of an event as the API tells it: what never ends has dates that mean nothing. */
export function sectionEventOf(event: {
  readonly metrics: readonly string[];
  readonly neverEnding: boolean;
  readonly dateBegin: Instant | null;
  readonly dateEnd: Instant | null;
}): SectionEvent {
  const { metrics, neverEnding, dateBegin, dateEnd } = event;
  return neverEnding ? { metrics, begin: null, end: null } : { metrics, begin: dateBegin, end: dateEnd };
}

export function isActive(event: SectionEvent, now: Instant): boolean {
  return (event.begin === null || event.begin <= now) && (event.end === null || now < event.end);
}

/** The metrics of a site's running events, as often as they name them. */
export function metricsNow(events: readonly SectionEvent[], now: Instant): readonly string[] {
  return events.filter((event) => isActive(event, now)).flatMap((event) => event.metrics);
}

/** The sections a site has pages in now, by the metrics of its running events. */
export function sectionsOf(events: readonly SectionEvent[], now: Instant): ReadonlySet<Family> {
  return familiesOf(metricsNow(events, now));
}

/** C08: whether people are counted at a site now, by one of its events. */
export function countsPeople(events: readonly SectionEvent[], now: Instant): boolean {
  return metricsNow(events, now).some((metric) => !isAtmosphereMetric(metric));
}
