import type { DeviceId, EventId, InstallationId, PassageId, ZoneId } from '../../core/index.ts';
import type { deviceStatusCodes } from '../../measurements/readings/index.ts';
import type { DeviceKind } from '../../sites/index.ts';

/** What an alert can be about, one to an alert. */
export const conditionTypes = [
  'CO2',
  'flux',
  'humidity',
  'intrusion',
  'limit',
  'status',
  'stopAndGo',
  'temperature',
  'waitingTime',
  'reverseDensity',
  'comfortScale',
  'density',
  'linearDensity',
] as const;

export type ConditionTypeName = (typeof conditionTypes)[number];

/** Which way people cross that are counted. */
export const fluxDirections = ['in', 'out'] as const;

export type DeviceStatusCode = (typeof deviceStatusCodes)[number];

/** What an alert watches and when it fires. Each type uses some of these fields, and says which (`ConditionType`). */
export interface AlertCondition {
  readonly type: ConditionTypeName;
  readonly zoneId: ZoneId | null;
  /** Empty: all of the site's, or none where the type asks for a zone. */
  readonly passageIds: readonly PassageId[];
  /** The event whose limit of people counts. */
  readonly eventId: EventId | null;
  /** The devices whose status counts; empty: all of `kinds`. */
  readonly padIds: readonly DeviceId[];
  /** The air sensors that count; empty: all of the zone. */
  readonly deviceAtmosphereIds: readonly DeviceId[];
  readonly direction: (typeof fluxDirections)[number] | null;
  /** The kinds of devices whose status counts while none are named. */
  readonly kinds: readonly DeviceKind[];
  readonly padStatusCodes: readonly DeviceStatusCode[];
  /** It fires beyond this, in the metric's unit. */
  readonly value: number | null;
  /** It fires outside these two. */
  readonly min: number | null;
  readonly max: number | null;
  /** It ends where it is no longer beyond these; null: the same as it fires at. */
  readonly endValue: number | null;
  readonly endMin: number | null;
  readonly endMax: number | null;
  /** How long it must be beyond before it fires, and back before it ends, s. */
  readonly enterHold: number;
  readonly leaveHold: number;
  readonly onlyWhileOpen: boolean;
  /** How often a day of the site people are told; null: each time. Further times are in the log all the same. */
  readonly maxTrigger: number | null;
  /** s; null: once. */
  readonly remindEvery: number | null;
}

/** A condition of that type with nothing chosen yet. */
export function emptyCondition(type: ConditionTypeName): AlertCondition {
  return {
    type,
    zoneId: null,
    passageIds: [],
    eventId: null,
    padIds: [],
    deviceAtmosphereIds: [],
    direction: null,
    kinds: [],
    padStatusCodes: [],
    value: null,
    min: null,
    max: null,
    endValue: null,
    endMin: null,
    endMax: null,
    enterHold: 0,
    leaveHold: 0,
    onlyWhileOpen: false,
    maxTrigger: null,
    remindEvery: null,
  };
}

/** Where an alert looks: each place has a state and a log of its own. */
export type Place =
  | { readonly kind: 'zone'; readonly id: ZoneId }
  | { readonly kind: 'passage'; readonly id: PassageId }
  | { readonly kind: 'device'; readonly id: DeviceId }
  | { readonly kind: 'site'; readonly id: InstallationId };

export const placeKey = ({ kind, id }: Place): string => `${kind} ${id}`;
