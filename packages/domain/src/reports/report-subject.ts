import { type LocalDate, type Span, spanOfDays, type ZoneId } from '../core/index.ts';
import { airSamples, type Band } from '../measurements/index.ts';
import { boundary, childZones, clipToSpan, type Topology, type Validity, zoneDevices } from '../sites/index.ts';

/** What a report is first of all about. */
export type ReportKind = 'people' | 'energy' | 'air';

/** A zone of a site, and days of the site's own that a report tells of. */
export interface ReportSubject {
  readonly site: Topology;
  /** At least one: the first is what the report is about, the others stand beside it. All are zones of the site. */
  readonly zoneIds: readonly ZoneId[];
  readonly from: LocalDate;
  /** Excluded. */
  readonly to: LocalDate;
  /** What the site's events say is measured there. */
  readonly metrics: ReadonlySet<string>;
  /** The limits of good air that hold at the site. */
  readonly bandOf: (metric: string) => Band;
}

/** Rows that a table of zones has at most. */
const mostZones = 20;

/** How many days a report may be about: an answer by the hour of as many stays far below what answers may have. */
export const mostDays = 366;

export const subjectZone = ({ zoneIds }: ReportSubject): ZoneId => zoneIds[0] as ZoneId;

export const subjectSpan = ({ site, from, to }: ReportSubject): Span => spanOfDays(site, from, to);

/** The zones that stand beside the subject: those that were named, or else those directly inside it. */
export function zonesBeside(subject: ReportSubject): readonly ZoneId[] {
  const [first, ...named] = subject.zoneIds;
  const zones =
    named.length > 0
      ? named
      : childZones(subject.site.zones, first as ZoneId).flatMap(({ id, removedAt }) =>
          removedAt === undefined ? id : [],
        );
  return [...new Set(zones)].filter((zone) => zone !== first).slice(0, mostZones - 1);
}

/** What sensors or meters tell of the subject in its time, what is counted first. */
export function kindsOf(subject: ReportSubject): readonly ReportKind[] {
  const kinds: ReportKind[] = [];
  const zones = [subjectZone(subject)];
  if (boundary(subject.site, zones).some(({ validity, deviceId }) => isThere(subject, validity, deviceId)))
    kinds.push('people');
  if (metersOf(subject).length > 0) kinds.push('energy');
  if (airOf(subject).length > 0) kinds.push('air');
  return kinds;
}

const usedFirst = [
  'electricityConsumption',
  'heatConsumption',
  'waterConsumption',
  'combustibleConsumption',
  'electricityProduction',
  'heatProduction',
];

/** What meters of the subject count, what is used before what is made. */
export function metersOf(subject: ReportSubject): readonly string[] {
  const there = zoneDevices(subject.site, [subjectZone(subject)], 'meter').filter(({ validity, deviceId }) =>
    isThere(subject, validity, deviceId),
  );
  const counted = new Set(
    there.flatMap(({ deviceId }) => subject.site.devices.find(({ id }) => id === deviceId)?.meter?.metric ?? []),
  );
  return usedFirst.filter((metric) => counted.has(metric));
}

/** The zones in which air sensors of the subject hang, the innermost first as far as their numbers tell. */
export function airPlacesOf(subject: ReportSubject): readonly ZoneId[] {
  const there = zoneDevices(subject.site, [subjectZone(subject)], 'atmosphere').filter(({ validity, deviceId }) =>
    isThere(subject, validity, deviceId),
  );
  return [...new Set(there.map(({ zoneId }) => zoneId))].slice(0, mostZones);
}

/** What the air sensors of the subject sample, in the order of the catalogue. */
export function airOf(subject: ReportSubject): readonly string[] {
  if (airPlacesOf(subject).length === 0) return [];
  return airSamples.map(({ id }) => id).filter((metric) => subject.metrics.has(metric));
}

function isThere(subject: ReportSubject, validity: Validity, deviceId: number): boolean {
  const device = subject.site.devices.find(({ id }) => id === deviceId);
  const lifetime = device && { validFrom: device.installedAt, validTo: device.removedAt };
  const span = clipToSpan(validity, subjectSpan(subject));
  return lifetime !== undefined && span !== null && clipToSpan(lifetime, span) !== null;
}
