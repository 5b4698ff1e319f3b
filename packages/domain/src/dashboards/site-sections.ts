import type { Instant } from '../core/index.ts';

/** Metrics of the air: an event that holds only these makes no counting page. */
const atmosphere = [
  'co2',
  'humidity',
  'temperature',
  'tvoc',
  'pm25',
  'pm10',
  'hcho',
  'luminosity',
  'pressure',
  'comfort',
];
const atmosphereIds: ReadonlySet<string> = new Set(atmosphere.flatMap((id) => [id, `${id}Score`]));

export const isAtmosphereMetric = (id: string): boolean => atmosphereIds.has(id);

export interface SectionEvent {
  readonly metrics: readonly string[];
  /** Null is open-ended. */
  readonly begin: Instant | null;
  /** Excluded. */
  readonly end: Instant | null;
}

export function isActive(event: SectionEvent, now: Instant): boolean {
  return (event.begin === null || event.begin <= now) && (event.end === null || now < event.end);
}

/** C08: whether people are counted at a site now, by one of its events. */
export function countsPeople(events: readonly SectionEvent[], now: Instant): boolean {
  return events.some((event) => isActive(event, now) && event.metrics.some((metric) => !isAtmosphereMetric(metric)));
}
