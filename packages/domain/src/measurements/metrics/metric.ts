/** How a metric's numbers combine over time and over zones or devices: the rules are in docs/measurements.md. */
export type MetricKind =
  | 'flow'
  | 'count'
  | 'state'
  | 'sample'
  | 'ratio'
  | 'duration'
  | 'density'
  | 'score'
  | 'counter'
  | 'total'
  | 'distinct'
  | 'status'
  | 'money';

/** How the measures of one quantity fold; several kinds of metrics share one. */
export type QuantityKind = 'flow' | 'state' | 'sample' | 'distinct' | 'status';

/**
 * What a metric is made of, as data that the planner turns into scans.
 * - `sampled`: samples of a metric by devices that hang in the zone.
 * - `counted`: counts that devices in the zone or at its doors send themselves; of durations the sum weighted by visits
 *   (`weighted`) or the visits (`weight`).
 * - `crossings`: people counted at passages, entering or leaving the boundary of the asked zones; `gender` keeps one,
 *   `where` the zones and doors of which devices ever told that metric.
 * - `topEntries`: those who enter the top zones in which the asked zones lie.
 * - `passersBy`: people counted at the footfall passages of the asked zones, both ways; without one, those who enter
 *   the parent zone when `orParentEntries` is set, if one comes in from there only.
 * - `inside`: running balance of crossings since the change of day, of doors or of tags seen entering and leaving.
 * - `corrected`: crossings of finished days, rescaled so that the day ends at 0.
 * - `refusals`: entries counted while as many were inside as the limit allows.
 * - `level`: what devices report as present, holding until they report again; `levelTime` is the devices' known time.
 *   Their extremes are per device that is known just then where `perDevice` is set.
 * - `setting`: what is set for the zones.
 * - `metered`: differences between a meter's samples, in its unit or an equivalent; `since` makes them a running total.
 * - `visitors`: distinct visitor keys.
 * - `status`: the codes devices sent.
 * - `statusTime`: the time in which the worst of the devices was in this code; `null`: the time in which any is known.
 * - `sales`: what receipts of the site add up to.
 * - `ratio`: numerator ÷ denominator × scale, over the intervals in which both are known. `inverse`: the denominator is
 *   what varies, so the smallest ratio belongs to the largest denominator. `together`: both sides vary, and each tells the
 *   extremes of the same moments.
 * - `difference`: minuend − subtrahend over the intervals in which both are known, never below 0.
 * - `scores`: the worst of several samples' scores.
 */
export type Expression =
  | Source
  | {
      readonly type: 'ratio';
      readonly numerator: Quantity;
      readonly denominator: Quantity;
      readonly scale: number;
      readonly inverse?: true;
      readonly together?: true;
    }
  | { readonly type: 'difference'; readonly minuend: Quantity; readonly subtrahend: Quantity }
  | { readonly type: 'scores'; readonly of: readonly string[] };

/** An expression that is read rather than computed from others. */
export type Source =
  | { readonly type: 'sampled'; readonly metric: string }
  | { readonly type: 'counted'; readonly metric: string; readonly amount: CountedAmount }
  | {
      readonly type: 'crossings';
      readonly side: 'in' | 'out';
      readonly gender?: readonly string[];
      readonly where?: string;
    }
  | { readonly type: 'topEntries' }
  | { readonly type: 'passersBy'; readonly orParentEntries: boolean }
  | { readonly type: 'inside'; readonly of: 'doors' | 'tags'; readonly corrected: boolean }
  | { readonly type: 'corrected'; readonly side: 'in' | 'out' }
  | { readonly type: 'refusals' }
  | { readonly type: 'level'; readonly metric: string; readonly perDevice?: true }
  | { readonly type: 'levelTime'; readonly metric: string }
  | { readonly type: 'setting'; readonly of: ZoneSetting }
  | { readonly type: 'metered'; readonly metric: string; readonly as: MeterUnit; readonly since: MeterSince }
  | { readonly type: 'visitors'; readonly metric: string }
  | { readonly type: 'status'; readonly metric: string }
  | { readonly type: 'statusTime'; readonly metric: string; readonly code: number | null }
  | { readonly type: 'sales'; readonly of: SalesAmount };

/** Money taken; receipts above 0, and their items. */
export type SalesAmount = 'turnover' | 'orders' | 'goods';
export type CountedAmount = 'value' | 'weighted' | 'weight';
export type ZoneSetting = 'limit' | 'area' | 'queueLength';
/** The meter's own unit, MJ, or kg of CO2. */
export type MeterUnit = 'native' | 'energy' | 'co2';
/** null: each interval by itself; otherwise what has added up since the change of day or the begin of what is asked. */
export type MeterSince = 'day' | 'range' | null;

/** One side of a ratio. */
export interface Quantity {
  readonly kind: QuantityKind;
  readonly expression: Source;
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
  /** What "the number" is when nobody says otherwise, where it isn't the kind's own. */
  readonly own?: 'MAX';
}

const growing: ReadonlySet<MetricKind> = new Set(['flow', 'count', 'counter', 'money', 'distinct']);

/** Whether its number grows while its time goes on: half an hour in, an hour's is half of what it will be. */
export function grows({ kind }: Metric): boolean {
  return growing.has(kind);
}

/** Whether it counts people one by one; the mean size of their groups does not. */
export function countsHeads({ unit, decimals }: Metric): boolean {
  return decimals === 0 && (unit === 'visitors' || unit === 'people');
}
