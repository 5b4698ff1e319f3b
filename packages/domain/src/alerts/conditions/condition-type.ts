import type { Aggregation } from '../../measurements/metrics/index.ts';
import type { Topology } from '../../sites/index.ts';
import type { Bounds, Comparison } from '../engine/index.ts';
import type { AlertCondition, ConditionTypeName, Place } from './condition.ts';

/** A field of the form that only some types have, in the order they are asked for. */
export type ConditionField =
  | 'zoneId'
  | 'passageIds'
  | 'eventId'
  | 'padIds'
  | 'deviceAtmosphereIds'
  | 'direction'
  | 'kinds'
  | 'padStatusCodes'
  | 'value'
  | 'range';

export interface FieldSpec {
  readonly name: ConditionField;
  readonly isRequired: boolean;
}

/** Which numbers a number of the rule may be. */
export interface ValueSpec {
  readonly min: number;
  readonly max: number;
  /** What a step of the form adds; a step of 1 takes whole numbers only. */
  readonly step: number;
  /** What a new alert of the type begins with: as a single value, or as a range. */
  readonly usual: number | readonly [number, number];
}

/** What is read of one place: values of one metric, or of several that are added up, for each interval. */
export interface Watch {
  readonly place: Place;
  readonly metrics: readonly string[];
  /** null: the metric's own. */
  readonly aggregation: Aggregation | null;
  /** The sensors that count; empty: all of the place. */
  readonly deviceIds: readonly number[];
}

/** What a type is judged by, beside the rule's own numbers. */
export interface SiteFacts {
  readonly site: Topology;
  /** The limit of people of the condition's event; null: it has none. */
  readonly eventLimit: number | null;
}

/**
 * One type of condition. A new one is a file beside the others, its name in `conditionTypes`, its row in `registry.ts`
 * and its texts.
 */
export interface ConditionType {
  readonly type: ConditionTypeName;
  readonly fields: readonly FieldSpec[];
  readonly comparison: Comparison;
  /** Of `value`, `min` and `max`; null: the rule has no number of its own. */
  readonly values: ValueSpec | null;
  /** The id of the metric that is judged: it has the unit, the decimals and the name. */
  readonly metric: (condition: AlertCondition) => string;
  /** Values are read and judged for each of these, s; readings that are coarser are judged as they are. */
  readonly interval: number;
  /** Sums only grow until their interval is over. */
  readonly isSum: boolean;
  /** When it applies: at all hours or while open as the rule says (`asked`), or only while the site is closed. */
  readonly hours: 'asked' | 'closed';
  /** What silence means: nothing is known (`noData`), or it is what the alert is about (`counts`). */
  readonly silence: 'noData' | 'counts';
  /** The places it looks at, with what is read of each. */
  readonly watches: (condition: AlertCondition, facts: SiteFacts) => readonly Watch[];
  /** Beyond what it fires and ends; null: it can't be judged, as the number it needs is not there. */
  readonly bounds: (
    condition: AlertCondition,
    facts: Pick<SiteFacts, 'eventLimit'>,
  ) => { readonly fires: Bounds; readonly ends: Bounds } | null;
}
