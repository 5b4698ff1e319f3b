import type { DeviceId, EventId, InstallationId, PassageId, ZoneId } from '../../../core/index.ts';
import { granularity } from '../../../core/index.ts';
import type { deviceStatusCodes } from '../../../numbers/readings/index.ts';
import type { DeviceKind } from '../../../sites/index.ts';
import type { QuietTime } from '../quiet-times.ts';
import type { Severity } from '../severity.ts';

/** Condition types; each alert has one. */
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
  'expected',
  'threshold',
] as const;

export type ConditionTypeName = (typeof conditionTypes)[number];

/** Directions of crossings that count. */
export const fluxDirections = ['in', 'out'] as const;

/**
 * Deviations from the expected value of EXPECTED answers:
 * - aboveRange, belowRange, outsideRange: beyond the usual range, on one side or on either.
 * - percentAbove, percentBelow: more than `value` percent above or below the expected value.
 */
export const deviations = ['outsideRange', 'aboveRange', 'belowRange', 'percentAbove', 'percentBelow'] as const;

export type Deviation = (typeof deviations)[number];

/** Widths of the intervals of a chosen metric, in seconds. */
export const expectedIntervals: readonly number[] = [granularity.quarter, granularity.hour, granularity.day];

export type DeviceStatusCode = (typeof deviceStatusCodes)[number];

/** The condition of an alert. Each type uses some of these fields and lists them (`ConditionType`). */
export interface AlertCondition {
  readonly type: ConditionTypeName;
  readonly severity: Severity;
  readonly zoneId: ZoneId | null;
  /** Empty: all of the site, or none if the type requires a zone. */
  readonly passageIds: readonly PassageId[];
  /** The event whose people limit applies. */
  readonly eventId: EventId | null;
  /** The devices whose status counts. Empty: all of `kinds`. */
  readonly padIds: readonly DeviceId[];
  /** The air sensors that count. Empty: all of the zone. */
  readonly deviceAtmosphereIds: readonly DeviceId[];
  readonly direction: (typeof fluxDirections)[number] | null;
  /** The device kinds whose status counts, if no devices are listed. */
  readonly kinds: readonly DeviceKind[];
  readonly padStatusCodes: readonly DeviceStatusCode[];
  /** The chosen metric of a type that offers several. */
  readonly metric: string | null;
  readonly deviation: Deviation | null;
  /** Seconds that each judged value of a chosen metric covers: one of `expectedIntervals`. */
  readonly interval: number | null;
  /** Fires beyond this, in the metric's unit, or in percent of the expected value. */
  readonly value: number | null;
  /** Fires outside these two. */
  readonly min: number | null;
  readonly max: number | null;
  /** Ends when no longer beyond these. Null: same as the firing limits. */
  readonly endValue: number | null;
  readonly endMin: number | null;
  readonly endMax: number | null;
  /** Seconds the value must be beyond before it fires, and back before it ends. */
  readonly enterHold: number;
  readonly leaveHold: number;
  readonly onlyWhileOpen: boolean;
  /** Maximum notifications per site day; further firings are only logged. Null: unlimited. */
  readonly maxTrigger: number | null;
  /** Seconds between reminders. Null: none. */
  readonly remindEvery: number | null;
  /** Firings notify nobody in these times; they are logged. */
  readonly quietTimes: readonly QuietTime[];
  /** Whether firings notify nobody on public holidays and closed dates of the site. */
  readonly quietOnClosedDays: boolean;
}

export function emptyCondition(type: ConditionTypeName): AlertCondition {
  return {
    type,
    severity: 'warning',
    zoneId: null,
    passageIds: [],
    eventId: null,
    padIds: [],
    deviceAtmosphereIds: [],
    direction: null,
    kinds: [],
    padStatusCodes: [],
    metric: null,
    deviation: null,
    interval: null,
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
    quietTimes: [],
    quietOnClosedDays: false,
  };
}

/** A watched place, with its own state and log. */
export type Place =
  | { readonly kind: 'zone'; readonly id: ZoneId }
  | { readonly kind: 'passage'; readonly id: PassageId }
  | { readonly kind: 'device'; readonly id: DeviceId }
  | { readonly kind: 'site'; readonly id: InstallationId };

export const toPlaceKey = ({ kind, id }: Place): string => `${kind} ${id}`;
