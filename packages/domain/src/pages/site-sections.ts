import type { Instant } from '../core/index.ts';
import { airSamples } from '../numbers/index.ts';
import type { Family } from '../people/access/index.ts';

/** Air metrics: an event with only these has no counting page. */
const atmosphereIds: ReadonlySet<string> = new Set(
  [...airSamples.map(({ id }) => id), 'comfort'].flatMap((id) => [id, `${id}Score`]),
);

export const isAtmosphereMetric = (id: string): boolean => atmosphereIds.has(id);

/** Meter metrics, consumption before production, then what the tariffs make of them. */
export const energyOrder: readonly string[] = [
  'electricityConsumption',
  'heatConsumption',
  'waterConsumption',
  'combustibleConsumption',
  'electricityProduction',
  'heatProduction',
  'electricityCost',
  'heatCost',
  'waterCost',
  'combustibleCost',
  'electricityRevenue',
];

/** Returns the section that shows a metric. */
export function getFamily(metric: string): Family {
  if (isAtmosphereMetric(metric)) return 'atmosphere';
  return /^(electricity|water|combustible|heat)(?=[A-Z]|$)/.test(metric) ? 'energy' : 'counting';
}

/** Returns the sections of a user, by the metrics of the events they may see. */
export function listFamilies(metrics: Iterable<string>): ReadonlySet<Family> {
  return new Set([...metrics].map(getFamily));
}

export interface SectionEvent {
  readonly metrics: readonly string[];
  /** Null is open-ended. */
  readonly begin: Instant | null;
  /** Exclusive. */
  readonly end: Instant | null;
}

/** Converts an event of the API. The dates of a permanent event have no meaning. */
export function toSectionEvent(event: {
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

/** Returns the metrics of a site's running events, with duplicates. */
export function listCurrentMetrics(events: readonly SectionEvent[], now: Instant): readonly string[] {
  return events.filter((event) => isActive(event, now)).flatMap((event) => event.metrics);
}

/** Returns the sections a site has now, by the metrics of its running events. */
export function listSections(events: readonly SectionEvent[], now: Instant): ReadonlySet<Family> {
  return listFamilies(listCurrentMetrics(events, now));
}

/** C08: whether any running event of a site counts people. */
export function countsPeople(events: readonly SectionEvent[], now: Instant): boolean {
  return listCurrentMetrics(events, now).some((metric) => !isAtmosphereMetric(metric));
}
