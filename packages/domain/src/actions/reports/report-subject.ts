import { type LocalDate, type Span, toDaysSpan, type ZoneId } from '../../core/index.ts';
import { airSamples, type Band } from '../../numbers/index.ts';
import {
  clipToSpan,
  findBoundary,
  findZoneDevices,
  listChildZones,
  type Topology,
  type Validity,
} from '../../sites/index.ts';

/** Maximum email addresses per report. */
export const maxReportEmails = 50;
export const maxReportTitleLength = 100;

/** Row widths of the report generator, in seconds: 1, 3 and 6 hours, days, weeks, months. */
export const generatorGranularities = [3600, 10_800, 21_600, 86_400, 604_800, 2_592_000] as const;
export type ReportState = 'ACTIVE' | 'INACTIVE';

/** The period of an event. Null: open at that end. */
export interface ReportedEvent {
  readonly neverEnding: boolean;
  readonly dateBegin: LocalDate | null;
  /** Inclusive. */
  readonly dateEnd: LocalDate | null;
}

/** Active while its event runs; inactive without one, after the event was removed. `date` is the site's day. */
export function getReportState(event: ReportedEvent | null, date: LocalDate): ReportState {
  if (event === null) return 'INACTIVE';
  if (event.neverEnding) return 'ACTIVE';
  const runs = (event.dateBegin ?? date) <= date && date <= (event.dateEnd ?? date);
  return runs ? 'ACTIVE' : 'INACTIVE';
}

/** Main topic of a report. */
export type ReportKind = 'people' | 'energy' | 'air';

/** A zone of a site, and the site days of a report. */
export interface ReportSubject {
  readonly site: Topology;
  /** At least one zone of the site: the first is the subject, the others are shown beside it. */
  readonly zoneIds: readonly ZoneId[];
  readonly from: LocalDate;
  /** Exclusive. */
  readonly to: LocalDate;
  /** Metrics of the site's events. */
  readonly metrics: ReadonlySet<string>;
  /** Bands of good air at the site. */
  readonly bandOf: (metric: string) => Band;
}

/** Maximum rows of the table of zones. */
const maxZones = 20;

/** Maximum days of a report. Hourly answers of this length stay far below the size limit. */
export const maxReportDays = 366;

export const getSubjectZone = ({ zoneIds }: ReportSubject): ZoneId => zoneIds[0] as ZoneId;

export const getSubjectSpan = ({ site, from, to }: ReportSubject): Span => toDaysSpan(site, from, to);

/** Returns the zones shown beside the subject: the listed ones, or else its direct children. */
export function listOtherZones(subject: ReportSubject): readonly ZoneId[] {
  const [first, ...named] = subject.zoneIds;
  const zones =
    named.length > 0
      ? named
      : listChildZones(subject.site.zones, first as ZoneId).flatMap(({ id, removedAt }) =>
          removedAt === undefined ? id : [],
        );
  return [...new Set(zones)].filter((zone) => zone !== first).slice(0, maxZones - 1);
}

/** Returns what sensors or meters measure for the subject in its period, people first. */
export function listReportKinds(subject: ReportSubject): readonly ReportKind[] {
  const kinds: ReportKind[] = [];
  const zones = [getSubjectZone(subject)];
  if (findBoundary(subject.site, zones).some(({ validity, deviceId }) => isThere(subject, validity, deviceId)))
    kinds.push('people');
  if (listMeterMetrics(subject).length > 0) kinds.push('energy');
  if (listAirMetrics(subject).length > 0) kinds.push('air');
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

/** Returns the metrics of the subject's meters, consumption before production. */
export function listMeterMetrics(subject: ReportSubject): readonly string[] {
  const there = findZoneDevices(subject.site, [getSubjectZone(subject)], 'meter').filter(({ validity, deviceId }) =>
    isThere(subject, validity, deviceId),
  );
  const counted = new Set(
    there.flatMap(({ deviceId }) => subject.site.devices.find(({ id }) => id === deviceId)?.meter?.metric ?? []),
  );
  return usedFirst.filter((metric) => counted.has(metric));
}

/** Returns the zones of the subject with air sensors. */
export function listAirZones(subject: ReportSubject): readonly ZoneId[] {
  const there = findZoneDevices(subject.site, [getSubjectZone(subject)], 'atmosphere').filter(
    ({ validity, deviceId }) => isThere(subject, validity, deviceId),
  );
  return [...new Set(there.map(({ zoneId }) => zoneId))].slice(0, maxZones);
}

/** Returns the air metrics of the subject, in catalogue order. */
export function listAirMetrics(subject: ReportSubject): readonly string[] {
  if (listAirZones(subject).length === 0) return [];
  return airSamples.map(({ id }) => id).filter((metric) => subject.metrics.has(metric));
}

function isThere(subject: ReportSubject, validity: Validity, deviceId: number): boolean {
  const device = subject.site.devices.find(({ id }) => id === deviceId);
  const lifetime = device && { validFrom: device.installedAt, validTo: device.removedAt };
  const span = clipToSpan(validity, getSubjectSpan(subject));
  return lifetime !== undefined && span !== null && clipToSpan(lifetime, span) !== null;
}
