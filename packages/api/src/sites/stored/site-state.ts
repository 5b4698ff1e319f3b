import type { AlertCondition } from '@atrium/domain/actions/alerts';
import type { FiscalYear, Instant, LocalDate, LocalTime, Weekday } from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/numbers';
import type { Rights } from '@atrium/domain/people/access';
import type { CounterKind, DeviceKind, OpeningHours, Tariff } from '@atrium/domain/sites';

/**
 * Everything a site file can declare about one organization, as flat records that refer to each other by key, never by
 * id. The stored state and the one a file asks for have the same shape, so one generic comparison finds the difference.
 * Instants are epoch ms; null is open-ended or unset.
 */
export interface Entities {
  readonly organization: {
    readonly name: string;
    readonly address: string | null;
    readonly embedOrigins: readonly string[];
    readonly colours: Readonly<Record<string, string>>;
    readonly factors: MeasurementSettings['factors'];
    readonly bands: MeasurementSettings['bands'];
    readonly firstWeekday: Weekday;
    /** Null: the calendar year. */
    readonly fiscalYear: FiscalYear | null;
    readonly migrationDeadline: Instant | null;
    /** Days. Null: forever. */
    readonly keepReadings: number | null;
  };
  readonly tagCategory: { readonly name: string };
  readonly tag: TagState;
  readonly profile: { readonly name: string; readonly rights: Rights };
  readonly installation: InstallationState;
  readonly zone: ZoneState;
  readonly passage: PassageState;
  readonly device: DeviceState;
  readonly event: EventState;
  readonly mapView: MapViewState;
  readonly user: UserState;
  readonly dashboard: DashboardState;
  readonly page: PageState;
  readonly navigation: NavigationState;
  readonly recipientList: RecipientListState;
  readonly alert: AlertState;
}

export type Entity = keyof Entities;
export type SiteState = { readonly [Kind in Entity]: ReadonlyMap<string, Entities[Kind]> };

/** Write order: everything a record refers to comes before it. */
export const entityKinds = [
  'organization',
  'tagCategory',
  'tag',
  'profile',
  'installation',
  'zone',
  'passage',
  'device',
  'event',
  'mapView',
  'user',
  'dashboard',
  'page',
  'navigation',
  'recipientList',
  'alert',
] as const satisfies readonly Entity[];

export interface TagState {
  readonly category: string;
  readonly name: string;
  /** Name of the tag of the same category that it is part of. */
  readonly parent: string | null;
}

export interface InstallationState {
  readonly key: string;
  readonly name: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly timezone: string;
  readonly changeOfDay: LocalTime;
  readonly openingHours: OpeningHours;
  readonly closedDates: readonly LocalDate[];
  readonly area: number | null;
  readonly currency: string | null;
  /** By kind and date. */
  readonly tariffs: readonly Tariff[];
  readonly shopId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly creationDate: Instant;
  /** Keys of tags (`keyBuilders.tag`), sorted. At most one of each category. */
  readonly tags: readonly string[];
  readonly removedAt: Instant | null;
}

export interface ZoneState {
  readonly installation: string;
  readonly key: string;
  readonly name: string;
  readonly area: number | null;
  readonly limit: number | null;
  readonly queueLength: number | null;
  readonly order: number;
  readonly isDisabled: boolean;
  /** Keys of zones of the same installation, sorted. */
  readonly parents: readonly string[];
  /** Keys of tags (`keyBuilders.tag`), sorted. */
  readonly tags: readonly string[];
  readonly removedAt: Instant | null;
}

interface Period {
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

/** Keys of zones; null is the outside. */
export interface EndsState extends Period {
  readonly from: string | null;
  readonly to: string | null;
}

export interface PassageState {
  readonly installation: string;
  readonly key: string;
  readonly name: string;
  readonly order: number;
  readonly footfallOf: string | null;
  /** Oldest first, not overlapping. */
  readonly ends: readonly EndsState[];
  readonly removedAt: Instant | null;
}

export interface PlacementState extends Period {
  /** Differs from the device's installation for earlier placements at another site. */
  readonly installation: string;
  readonly at: { readonly passage: string } | { readonly zone: string };
}

/** A device that a virtual one adds, multiplied by the factor. */
export interface MemberState extends Period {
  readonly serial: string;
  readonly factor: number;
}

export interface DeviceState {
  readonly installation: string;
  readonly serial: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly interval: number;
  readonly reportsZero: boolean;
  readonly meter: {
    readonly metric: string;
    readonly descriptors: Readonly<Record<string, string>>;
    readonly rollover: number | null;
    readonly main?: boolean;
    readonly sends?: CounterKind;
  } | null;
  /** Empty: it sends its own readings. */
  readonly members: readonly MemberState[];
  readonly installedAt: Instant;
  readonly removedAt: Instant | null;
  readonly placements: readonly PlacementState[];
}

export interface EventState {
  readonly installation: string;
  readonly name: string;
  readonly neverEnding: boolean;
  readonly dateBegin: LocalDate | null;
  readonly dateEnd: LocalDate | null;
  readonly metrics: readonly string[];
  readonly stopngoLimit: number | null;
  readonly removedAt: Instant | null;
}

export interface MapViewState {
  /** The key of its zone's record. */
  readonly zone: string;
  /** As defined by the domain, with keys in place of ids and names in place of picture keys. */
  readonly config: Readonly<Record<string, unknown>>;
}

export interface UserState {
  readonly email: string;
  readonly profile: string;
  readonly role: 'admin' | 'user';
  readonly language: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Keys of installations, sorted. Null: all. */
  readonly sites: readonly string[] | null;
  /** Keys of tags whose sites the person sees too, sorted. With any, `sites` is not null. */
  readonly siteTags: readonly string[];
}

export interface DashboardState {
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
  /** Only set for dashboards of the marketplace. */
  readonly marketPlaceType: string | null;
  /** Email of the owner. Null: shared. */
  readonly user: string | null;
  /** The key of the one site it is about. */
  readonly installation: string | null;
  /** Names of the roles that see it. Null: all roles. */
  readonly profiles: readonly string[] | null;
}

export interface PageState {
  readonly dashboard: string;
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
  readonly order: number;
  /** As defined by the domain, with keys in place of ids: `installation/zone`, `category/tag`, a serial. */
  readonly widgets: readonly Readonly<Record<string, unknown>>[];
  readonly widgetGlobalFilters: readonly Readonly<Record<string, unknown>>[];
}

/** A person's bookmarks and links. Their URLs contain keys in place of ids. */
export interface NavigationState {
  readonly user: string;
  readonly bookmarks: readonly { readonly title: string; readonly url: string; readonly target: '_self' | '_blank' }[];
  readonly links: readonly {
    readonly text: string;
    readonly url: string;
    readonly iconSrc: string | null;
    readonly openOutside: boolean;
  }[];
}

/** Recipients of alerts. */
export interface RecipientListState {
  readonly name: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Email addresses of members, sorted. */
  readonly users: readonly string[];
}

/** As defined by the domain, with keys in place of ids: the site's zones, passages and events, and serials. */
export type ConditionState = Omit<
  AlertCondition,
  'zoneId' | 'passageIds' | 'eventId' | 'padIds' | 'deviceAtmosphereIds'
> & {
  readonly zone: string | null;
  readonly passages: readonly string[];
  readonly event: string | null;
  readonly devices: readonly string[];
  readonly airSensors: readonly string[];
};

export interface AlertState {
  readonly installation: string;
  readonly name: string;
  /** Number among the site's alerts of the same name: 1 is the oldest. */
  readonly copy: number;
  readonly enabled: boolean;
  readonly condition: ConditionState;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Names of recipient lists, sorted. */
  readonly lists: readonly string[];
  readonly notifications: readonly {
    readonly type: 'email' | 'sms' | 'push' | 'job';
    readonly title: string;
    readonly content: string;
    /** URL that a job calls. */
    readonly address: string | null;
  }[];
}

/** Names may contain any typed character, so parts are joined by one that can't be typed. */
const separator = '\u001f';
export const joinKey = (...parts: readonly string[]): string => parts.join(separator);
export const splitKey = (key: string): string[] => key.split(separator);

/** Key of each kind of record, unique within the organization. */
export const keyBuilders: { readonly [Kind in Entity]: (value: Entities[Kind]) => string } = {
  organization: () => '',
  tagCategory: ({ name }) => name,
  tag: ({ category, name }) => joinKey(category, name),
  profile: ({ name }) => name,
  installation: ({ key }) => key,
  zone: ({ installation, key }) => joinKey(installation, key),
  passage: ({ installation, key }) => joinKey(installation, key),
  device: ({ serial }) => serial,
  event: ({ installation, name }) => joinKey(installation, name),
  mapView: ({ zone }) => zone,
  user: ({ email }) => email,
  dashboard: ({ key }) => key,
  page: ({ dashboard, key }) => joinKey(dashboard, key),
  navigation: ({ user }) => user,
  recipientList: ({ name }) => name,
  alert: ({ installation, name, copy }) => joinKey(installation, name, ...(copy === 1 ? [] : [String(copy)])),
};

export function emptyState(): SiteState {
  return Object.fromEntries(entityKinds.map((kind) => [kind, new Map()])) as unknown as SiteState;
}
