/** How a metric's numbers combine over time and over zones or devices: the rows of the table in docs/decisions/0004. */
export type MetricKind = 'flow' | 'state' | 'sample' | 'ratio';

/**
 * What a metric is made of, as data that the planner turns into scans.
 * - `stored`: readings of this very metric, sent by devices that hang in the zone.
 * - `crossings`: people counted at passages, entering or leaving the boundary of the asked zones.
 * - `passersBy`: people counted at the footfall passages of the asked zones, both ways; without one, those who enter
 *   the parent zone when `orParentEntries` is set.
 * - `inside`: running balance of crossings since the change of day.
 * - `limit`: the people limit set for the zones.
 * - `ratio`: numerator ÷ denominator × scale, over the intervals in which both are known.
 */
export type Expression =
  | { readonly type: 'stored' }
  | { readonly type: 'crossings'; readonly side: 'in' | 'out' }
  | { readonly type: 'passersBy'; readonly orParentEntries: boolean }
  | { readonly type: 'inside' }
  | { readonly type: 'limit' }
  | { readonly type: 'ratio'; readonly numerator: Quantity; readonly denominator: Quantity; readonly scale: number };

/** One side of a ratio: an expression that is no ratio itself, with the kind that says how it adds up. */
export interface Quantity {
  readonly kind: Exclude<MetricKind, 'ratio'>;
  readonly expression: Exclude<Expression, { readonly type: 'ratio' }>;
}

/** One entry of the catalogue. Its labels live in the message catalogues under `metric.<id>`. */
export interface Metric {
  readonly id: string;
  readonly kind: MetricKind;
  readonly unit: string;
  /** Digits after the decimal point when shown. */
  readonly decimals: number;
  /** `#rrggbb`; an organization may choose another. */
  readonly color: string;
  /** Name of an icon of the icon set. */
  readonly icon: string;
  /** Which way a change is good news. */
  readonly better: 'up' | 'down' | 'none';
  readonly expression: Expression;
}
