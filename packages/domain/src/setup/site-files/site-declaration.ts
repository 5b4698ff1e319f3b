import { dateToWall, type Instant, parseInstant, wallToInstant } from '../../core/index.ts';
import type { DescriptorName } from '../../numbers/readings/index.ts';
import type { CounterKind, DeviceKind, Tariff } from '../../sites/index.ts';

/** Short names in site files for the descriptors of a meter's readings. */
export const meterWords = ['origin', 'destination', 'use', 'type', 'temperature'] as const;
export type MeterWord = (typeof meterWords)[number];

/** Metrics of meters, with the descriptor for each short name. */
export const meterMetrics: Readonly<Record<string, Readonly<Partial<Record<MeterWord, DescriptorName>>>>> = {
  electricityConsumption: { origin: 'electricityOrigin', destination: 'electricityDestination', use: 'electricityUse' },
  electricityProduction: { origin: 'electricityOrigin', destination: 'electricityDestination', use: 'electricityUse' },
  heatConsumption: {},
  heatProduction: {},
  waterConsumption: { temperature: 'waterTemperature', use: 'waterUse' },
  combustibleConsumption: { type: 'combustibleType', use: 'combustibleUse' },
};

/** Combining marks, removed so that keys are easy to type on a command line. */
const marks = /\p{M}/gu;
const longest = 60;

/**
 * Derives a new key from a name: `Food court` becomes `food-court`, the second one `food-court-2`. Never one of
 * `taken`, nor `outside`, which is reserved.
 */
export function deriveKey(name: string, taken: Iterable<string>, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '');
  const base = plain === '' || plain === 'outside' ? fallback : plain;
  const known = new Set(taken);
  for (let count = 1; ; count++) {
    const key = count === 1 ? base : `${base}-${count}`;
    if (!known.has(key)) return key;
  }
}

/**
 * One site as declared in a site file, in a flat shape. Zones list the keys of their parents; passages and devices have
 * all their periods. Keys are unique within the site. Times are texts as in the file: a date (its local midnight) or an
 * instant with its offset. Null is open-ended or unset.
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
  /** Only days with hours. Empty means always open. */
  readonly openingHours: readonly DayHours[];
  /** Whether the number of people inside restarts when the site opens. */
  readonly startsAnew: boolean;
  /** Local dates. */
  readonly closedDates: readonly string[];
  /** m² */
  readonly area: number | null;
  /** ISO 4217 */
  readonly currency: string | null;
  readonly tariffs: readonly DeclaredTariff[];
  readonly shopId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly creationDate: string | null;
  readonly zones: readonly DeclaredZone[];
  readonly passages: readonly DeclaredPassage[];
  readonly devices: readonly DeclaredDevice[];
  readonly events: readonly DeclaredEvent[];
}

/**
 * Hours of one weekday, 1 is Monday, each as `08:00-19:00`. If the end is not later than the start, it is on the next
 * day.
 */
export interface DayHours {
  readonly day: number;
  readonly hours: readonly string[];
}

/** A tariff, with its low hours by weekday. */
export interface DeclaredTariff extends Omit<Tariff, 'lowHours'> {
  readonly lowHours: readonly DayHours[];
}

export interface DeclaredZone {
  readonly key: string;
  readonly name: string;
  /** m² */
  readonly area: number | null;
  /** People. */
  readonly limit: number | null;
  /** Metres. */
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
  /** The zone whose passers-by it counts. Such a passage joins no zones. */
  readonly footfallOf: string | null;
  readonly ends: readonly DeclaredEnds[];
  readonly removedAt: string | null;
}

export interface DeclaredPlacement extends DeclaredPeriod {
  /** Another site, for an earlier placement. Null: this site. */
  readonly installation: string | null;
  /** One of the two. */
  readonly passage: string | null;
  readonly zone: string | null;
}

/** A device that a virtual one adds, multiplied by the factor; a negative one subtracts. */
export interface DeclaredMember extends DeclaredPeriod {
  readonly serial: string;
  readonly factor: number;
}

export interface DeclaredDevice {
  /** Unique within the organization. */
  readonly serial: string;
  readonly name: string;
  readonly kind: DeviceKind;
  /** Seconds. */
  readonly interval: number;
  readonly reportsZero: boolean;
  /** Metric of a meter. The following fields are its descriptors. */
  readonly metric: string | null;
  readonly origin: string | null;
  readonly destination: string | null;
  readonly use: string | null;
  readonly type: string | null;
  readonly temperature: string | null;
  readonly rollover: number | null;
  /** What its readings are that do not state their kind. Null: its register. */
  readonly sends: CounterKind | null;
  /** What a virtual device is made of. Empty: it sends its own readings. */
  readonly members: readonly DeclaredMember[];
  /** Whether a meter counts all that others of its metric in its zone count. Null: no. */
  readonly main: boolean | null;
  readonly installedAt: string | null;
  readonly removedAt: string | null;
  readonly placements: readonly DeclaredPlacement[];
}

export interface DeclaredEvent {
  readonly name: string;
  readonly neverEnding: boolean;
  /** Local dates, both inclusive. */
  readonly dateBegin: string | null;
  readonly dateEnd: string | null;
  readonly metrics: readonly string[];
  /** People. */
  readonly limit: number | null;
  readonly removedAt: string | null;
}

/** Returns a new site: always open, without zones, passages and devices. */
export function createEmptySite(key: string, name: string, timezone: string): SiteDeclaration {
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
    tariffs: [],
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

/**
 * Parses a time of a declaration: a date is its local midnight, anything else has an offset. Throws for any other
 * format.
 */
export function parseDeclaredTime(text: string, timezone: string): Instant {
  if (text.length === 10) return wallToInstant(timezone, dateToWall(text, 0));
  const parsed = parseInstant(text);
  if (!parsed.ok) throw new Error(`"${text}" is no date and no instant`);
  return parsed.value;
}
