import { type Instant, instantOfWall, parseInstant, wallOf } from '../core/index.ts';
import type { DeviceKind } from '../sites/index.ts';

/**
 * One site as a site file declares it, in one plain shape: zones in a list with the keys of their parents, passages and
 * devices with every period of theirs. Keys name things within the site. Moments are texts as the file has them: a date
 * (its local midnight) or an instant with its offset; null is open-ended or unset.
 */
export interface SiteDeclaration {
  readonly key: string;
  readonly name: string;
  readonly address: string | null;
  readonly city: string | null;
  /** ISO 3166 */
  readonly country: string | null;
  /** IANA name. */
  readonly timezone: string;
  /** HH:mm */
  readonly changeOfDay: string;
  /** Of days that open at all; none means always open. */
  readonly openingHours: readonly DayHours[];
  /** Whether the count of people inside starts anew when the site opens. */
  readonly startsAnew: boolean;
  /** Local dates. */
  readonly closedDates: readonly string[];
  /** m² */
  readonly area: number | null;
  /** ISO 4217 */
  readonly currency: string | null;
  readonly shopId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly creationDate: string | null;
  readonly zones: readonly DeclaredZone[];
  readonly passages: readonly DeclaredPassage[];
  readonly devices: readonly DeclaredDevice[];
  readonly events: readonly DeclaredEvent[];
}

/** The hours of one weekday, 1 is Monday, each as `08:00-19:00`. An end that is not after its begin is on the next day. */
export interface DayHours {
  readonly day: number;
  readonly hours: readonly string[];
}

export interface DeclaredZone {
  readonly key: string;
  readonly name: string;
  /** m² */
  readonly area: number | null;
  /** People. */
  readonly limit: number | null;
  /** m */
  readonly queueLength: number | null;
  readonly disabled: boolean;
  /** As `category/tag`. */
  readonly tags: readonly string[];
  readonly parents: readonly string[];
  readonly removedAt: string | null;
}

export interface DeclaredPeriod {
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** Keys of zones, or `outside`. */
export interface DeclaredEnds extends DeclaredPeriod {
  readonly from: string;
  readonly to: string;
}

export interface DeclaredPassage {
  readonly key: string;
  readonly name: string;
  /** The zone whose passers-by it counts; such a passage joins nothing. */
  readonly footfallOf: string | null;
  readonly ends: readonly DeclaredEnds[];
  readonly removedAt: string | null;
}

export interface DeclaredPlacement extends DeclaredPeriod {
  /** Another site, where it hung before; null is this one. */
  readonly installation: string | null;
  /** One of the two. */
  readonly passage: string | null;
  readonly zone: string | null;
}

export interface DeclaredDevice {
  /** Unique within the organization. */
  readonly serial: string;
  readonly name: string;
  readonly kind: DeviceKind;
  /** s */
  readonly interval: number;
  readonly reportsZero: boolean;
  /** Of a meter: what it measures. The rest says of what. */
  readonly metric: string | null;
  readonly origin: string | null;
  readonly destination: string | null;
  readonly use: string | null;
  readonly type: string | null;
  readonly temperature: string | null;
  readonly rollover: number | null;
  readonly installedAt: string | null;
  readonly removedAt: string | null;
  readonly placements: readonly DeclaredPlacement[];
}

export interface DeclaredEvent {
  readonly name: string;
  readonly neverEnding: boolean;
  /** Local dates, both included. */
  readonly dateBegin: string | null;
  readonly dateEnd: string | null;
  readonly metrics: readonly string[];
  /** People. */
  readonly limit: number | null;
  readonly removedAt: string | null;
}

/** What a site is while nobody has said anything but its name: open always, one zone, no door. */
export function newSite(key: string, name: string, timezone: string): SiteDeclaration {
  return {
    key,
    name,
    address: null,
    city: null,
    country: null,
    timezone,
    changeOfDay: '00:00',
    openingHours: [],
    startsAnew: false,
    closedDates: [],
    area: null,
    currency: null,
    shopId: null,
    latitude: null,
    longitude: null,
    creationDate: null,
    zones: [],
    passages: [],
    devices: [],
    events: [],
  };
}

/** A moment of a declaration: a date is its local midnight, anything else carries its offset. Throws on any other form. */
export function instantOf(text: string, timezone: string): Instant {
  if (text.length === 10) return instantOfWall(timezone, wallOf(text, 0));
  const parsed = parseInstant(text);
  if (!parsed.ok) throw new Error(`"${text}" is no date and no instant`);
  return parsed.value;
}
