import type { Aggregation, Metric } from '../../../numbers/metrics/index.ts';
import type { Topology } from '../../../sites/index.ts';
import type { Bounds, Comparison, Measure } from '../engine/rule.ts';
import type { AlertCondition, ConditionTypeName, Place } from './condition.ts';

/** A form field that only some types have, in form order. */
export type ConditionField =
  | 'zoneId'
  | 'passageIds'
  | 'eventId'
  | 'padIds'
  | 'deviceAtmosphereIds'
  | 'direction'
  | 'kinds'
  | 'padStatusCodes'
  | 'metric'
  | 'deviation'
  | 'interval'
  | 'value'
  | 'range';

export interface FieldSpec {
  readonly name: ConditionField;
  readonly isRequired: boolean;
}

/** Allowed numbers of the rule. */
export interface ValueSpec {
  readonly min: number;
  readonly max: number;
  /** Increment of the form's stepper. A step of 1 allows whole numbers only. */
  readonly step: number;
  /** Initial value of a new alert: a single value or a range. */
  readonly usual: number | readonly [number, number];
}

/** Data read for one place: values per interval of one metric, or of several that are summed. */
export interface Watch {
  readonly place: Place;
  readonly metrics: readonly string[];
  /** Null: the metric's own. */
  readonly aggregation: Aggregation | null;
  /** The sensors that count. Empty: all of the place. */
  readonly deviceIds: readonly number[];
}

/** Facts about the site that a type needs, besides the rule's own numbers. */
export interface SiteFacts {
  readonly site: Topology;
  /** People limit of the condition's event. Null: none. */
  readonly eventLimit: number | null;
}

/**
 * A condition type. A new one needs a file beside the others, its name in `conditionTypes`, its row in `registry.ts`
 * and its texts.
 */
export interface ConditionType {
  readonly type: ConditionTypeName;
  readonly fields: readonly FieldSpec[];
  readonly comparison: Comparison;
  /** Allowed `value`, `min` and `max`. Null: the rule has no number of its own. */
  readonly values: (condition: AlertCondition) => ValueSpec | null;
  /** What the bounds are measured in. */
  readonly measure: (condition: AlertCondition) => Measure;
  /** Id of the judged metric, which provides unit, decimals and name. */
  readonly metric: (condition: AlertCondition) => string;
  /** The metrics to choose from, for types with the field `metric`. */
  readonly metrics?: () => readonly Metric[];
  /** Minimum known share of an interval that is judged; half by default, and more of what is compared. */
  readonly minCoverage?: number;
  /** Seconds per judged value. Readings with longer intervals are judged as they are. */
  readonly interval: (condition: AlertCondition) => number;
  /** Whether values are sums, which only grow until their interval ends. */
  readonly isSum: boolean;
  /** When it applies: at all hours or while open as the rule says (`asked`), or only while the site is closed. */
  readonly hours: 'asked' | 'closed';
  /** Meaning of missing readings: unknown (`noData`), or the subject of the alert itself (`counts`). */
  readonly silence: 'noData' | 'counts';
  /** Returns the watched places with the data to read for each. */
  readonly watches: (condition: AlertCondition, facts: SiteFacts) => readonly Watch[];
  /** Returns the bounds at which it fires and ends. Null if a number it needs is missing. */
  readonly bounds: (
    condition: AlertCondition,
    facts: Pick<SiteFacts, 'eventLimit'>,
  ) => { readonly fires: Bounds; readonly ends: Bounds } | null;
}
