import type {
  DeviceId,
  InstallationId,
  Instant,
  LocalDate,
  LocalTime,
  OrganizationId,
  PassageId,
  TagId,
  ZoneId,
} from '../core/index.ts';
import type { OpeningHours } from './opening-hours.ts';

/** One site with everything its numbers depend on: what lies inside what, which doors join what, where sensors hang. */
export interface Topology {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  /** When a day of the site begins; sales and visits before it belong to the evening before. */
  readonly changeOfDay: LocalTime;
  readonly openingHours: OpeningHours;
  readonly closedDates: readonly LocalDate[];
  /** ISO 3166 */
  readonly country: string | null;
  /** ISO 4217: what its sales are counted in. */
  readonly currency: string | null;
  /** Events that limit how many people may be in the site as a whole. */
  readonly eventLimits: readonly EventLimit[];
  /** m² */
  readonly area: number | null;
  readonly createdAt: Instant;
  readonly zones: readonly Zone[];
  readonly passages: readonly Passage[];
  readonly devices: readonly Device[];
}

/** A limit of people on dates of the site's calendar, both included; null is open-ended. */
export interface EventLimit {
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
  readonly limit: number;
}

export interface Zone {
  readonly id: ZoneId;
  readonly key: string;
  readonly name: string;
  /** Several parents are allowed (a corridor shared by two units); none means a top zone. */
  readonly parentIds: readonly ZoneId[];
  /** m² */
  readonly area: number | null;
  /** People. */
  readonly limit: number | null;
  /** m, for queue zones */
  readonly queueLength: number | null;
  readonly tagIds: readonly TagId[];
  readonly order: number;
  /** Set for a zone that is gone: what was counted while it was there still needs its place in the tree. */
  readonly removedAt?: Instant;
}

/** `validFrom` included, `validTo` excluded; null is open-ended. */
export interface Validity {
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

/** What a passage joined during one period; null is the outside. */
export interface PassageEnds extends Validity {
  readonly fromZoneId: ZoneId | null;
  readonly toZoneId: ZoneId | null;
}

export interface Passage {
  readonly id: PassageId;
  readonly key: string;
  readonly name: string;
  /** Non-overlapping, oldest first. A footfall passage has none: nobody enters anything there. */
  readonly ends: readonly PassageEnds[];
  /** Set for a passage that counts passers-by in front of this zone. */
  readonly footfallOf: ZoneId | null;
  /** Set for a passage that is gone; its ends closed then. */
  readonly removedAt?: Instant;
}

export const deviceKinds = ['pad', 'atmosphere', 'meter', 'camera'] as const;

export type DeviceKind = (typeof deviceKinds)[number];

/** Where a device hung during one period. */
export interface Placement extends Validity {
  readonly at: { readonly passageId: PassageId } | { readonly zoneId: ZoneId };
}

export interface Device {
  readonly id: DeviceId;
  readonly serial: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly placements: readonly Placement[];
  /** Seconds between readings: what coverage is measured against. */
  readonly interval: number;
  /** False where an interval without visitors sends nothing: then its silence is a 0, until it lasts too long. */
  readonly reportsZero: boolean;
  /** A meter's metric, origin and rollover; null for other kinds. */
  readonly meter: {
    readonly metric: string;
    readonly descriptors: Readonly<Record<string, string>>;
    readonly rollover: number | null;
  } | null;
  /** Its lifetime, outside which nothing is expected of it. */
  readonly installedAt: Instant;
  readonly removedAt: Instant | null;
}
