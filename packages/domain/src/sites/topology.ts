import type {
  DeviceId,
  FiscalYear,
  InstallationId,
  Instant,
  LocalDate,
  LocalTime,
  OrganizationId,
  PassageId,
  Span,
  TagId,
  Weekday,
  ZoneId,
} from '../core/index.ts';
import type { OpeningHours } from './opening-week.ts';
import type { Tariff } from './tariffs.ts';

/** A site with everything its numbers depend on: nesting of zones, passages between them, placements of devices. */
export interface Topology {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  /** When a site day begins. Sales and visits before it belong to the previous day. */
  readonly changeOfDay: LocalTime;
  /** The organization's first day of the week. Monday if absent. */
  readonly firstWeekday?: Weekday;
  /** The organization's fiscal year. The calendar year if absent. */
  readonly fiscalYear?: FiscalYear | null;
  readonly openingHours: OpeningHours;
  readonly closedDates: readonly LocalDate[];
  /** ISO 3166 */
  readonly country: string | null;
  /** ISO 4217, the currency of its sales and tariffs. */
  readonly currency: string | null;
  /** Prices of energy and water. None if absent. */
  readonly tariffs?: readonly Tariff[];
  /** Events that limit the number of people in the whole site. */
  readonly eventLimits: readonly EventLimit[];
  /** m² */
  readonly area: number | null;
  readonly createdAt: Instant;
  /** Tags of the whole site, such as its region: at most one of each category. Absent: none. */
  readonly tagIds?: readonly TagId[];
  readonly zones: readonly Zone[];
  readonly passages: readonly Passage[];
  readonly devices: readonly Device[];
}

/** A people limit on local dates, both inclusive. Null is open-ended. */
export interface EventLimit {
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
  readonly limit: number;
}

export interface Zone {
  readonly id: ZoneId;
  readonly key: string;
  readonly name: string;
  /** A zone may have several parents (a corridor shared by two units). Without any it is a top zone. */
  readonly parentIds: readonly ZoneId[];
  /** m² */
  readonly area: number | null;
  /** People. */
  readonly limit: number | null;
  /** Metres, for queue zones. */
  readonly queueLength: number | null;
  readonly tagIds: readonly TagId[];
  readonly order: number;
  /** Set for a removed zone, whose counts still need its place in the tree. */
  readonly removedAt?: Instant;
}

/** `validFrom` is inclusive, `validTo` exclusive. Null is open-ended. */
export interface Validity {
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

/** The zones a passage joins during one period. Null is the outside. */
export interface PassageEnds extends Validity {
  readonly fromZoneId: ZoneId | null;
  readonly toZoneId: ZoneId | null;
}

export interface Passage {
  readonly id: PassageId;
  readonly key: string;
  readonly name: string;
  /** Without overlaps, oldest first. Empty for a footfall passage, which joins no zones. */
  readonly ends: readonly PassageEnds[];
  /** Set for a passage that counts passers-by in front of this zone. */
  readonly footfallOf: ZoneId | null;
  /** Set for a removed passage, whose ends are closed then. */
  readonly removedAt?: Instant;
}

export const deviceKinds = ['pad', 'atmosphere', 'meter', 'camera'] as const;

export type DeviceKind = (typeof deviceKinds)[number];

/** What a meter sends: the state of its register at an instant, or the amount of an interval. */
export const counterKinds = ['register', 'amount'] as const;

export type CounterKind = (typeof counterKinds)[number];

/** Where a device is installed during one period. */
export interface Placement extends Validity {
  readonly at: { readonly passageId: PassageId } | { readonly zoneId: ZoneId };
}

/** A device whose readings a virtual device adds, multiplied by the factor; a negative one subtracts. */
export interface Member extends Validity {
  readonly deviceId: DeviceId;
  /** Not 0. */
  readonly factor: number;
}

export interface Device {
  readonly id: DeviceId;
  readonly serial: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly placements: readonly Placement[];
  /** Reporting interval in seconds; coverage is measured against it. */
  readonly interval: number;
  /** False if an interval without visitors sends nothing: its silence then counts as 0, until it lasts too long. */
  readonly reportsZero: boolean;
  /** A meter's metric, origin and rollover. Null for other kinds. */
  readonly meter: {
    readonly metric: string;
    readonly descriptors: Readonly<Record<string, string>>;
    readonly rollover: number | null;
    /** Kind of the readings that do not state theirs; a register if absent. */
    readonly sends?: CounterKind;
    /** Whether it counts all that other meters of its metric in its zone and inside it count. */
    readonly main?: boolean;
  } | null;
  /** What a virtual device is made of. Absent or empty: it sends its own readings. */
  readonly members?: readonly Member[];
  /** Its lifetime. No readings are expected outside it. */
  readonly installedAt: Instant;
  readonly removedAt: Instant | null;
}

/** Returns the common period, or null. */
export function intersectValidity(left: Validity, right: Validity): Validity | null {
  const validFrom = later(left.validFrom, right.validFrom);
  const validTo = earlier(left.validTo, right.validTo);
  return validFrom !== null && validTo !== null && validFrom >= validTo ? null : { validFrom, validTo };
}

/** Returns the part of a span in which it is valid, or null. */
export function clipToSpan(validity: Validity, span: Span): Span | null {
  const from = Math.max(validity.validFrom ?? span.from, span.from);
  const to = Math.min(validity.validTo ?? span.to, span.to);
  return from < to ? { from, to } : null;
}

/** Whether it is valid at an instant. */
export function isValidAt(validity: Validity, at: Instant): boolean {
  return (validity.validFrom ?? at) <= at && (validity.validTo === null || at < validity.validTo);
}

function later(left: Instant | null, right: Instant | null): Instant | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}

function earlier(left: Instant | null, right: Instant | null): Instant | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
