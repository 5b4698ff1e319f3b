/** Opacity of a metric's colour in percent: behind a row, behind a selection, along an edge. */
const highlightOpacities = [5, 15, 45] as const;

/** Returns the highlights of a colour as `#rrggbbaa`, the faintest first. */
export function getHighlights(color: string): readonly string[] {
  return highlightOpacities.map(
    (percent) =>
      `${color}${Math.round((percent / 100) * 255)
        .toString(16)
        .padStart(2, '0')}`,
  );
}

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
 * Composition of a metric, as data that the planner turns into scans.
 *
 * - `sampled`: samples of a metric by devices installed in the zone.
 * - `counted`: counts that devices in the zone or at its doors send themselves; for durations the sum weighted by
 * visits (`weighted`) or the visits (`weight`).
 * - `crossings`: people counted at passages, entering or leaving the boundary of the requested zones. `gender` selects
 * one; `where` selects the zones and doors with devices that ever reported that metric.
 * - `topEntries`: people entering the top zones that contain the requested zones.
 * - `passersBy`: people counted at the footfall passages of the requested zones, in both directions. Without such a
 * passage and with `orParentEntries`: people entering the parent zone, if the zone has entries from there only.
 * - `inside`: running balance of crossings since the change of day, of doors or of tags seen entering and leaving.
 * - `corrected`: crossings of finished days, rescaled so that the day ends at 0.
 * - `refusals`: entries counted while the limit was reached.
 * - `level`: people that devices report as present, holding until the next report; `levelTime` is the devices' known
 * time. With `perDevice`, extremes are per device known at that moment.
 * - `setting`: a setting of the zones.
 * - `metered`: differences between a meter's samples, in its unit, an equivalent or money; `since` makes them a running
 * total. The cost of a whole site includes its standing charges.
 * - `visitors`: distinct visitor keys.
 * - `status`: status codes of devices.
 * - `statusTime`: the time in which the worst device had this code; `null`: the time in which any code is known.
 * - `sales`: totals of the site's receipts.
 * - `ratio`: numerator ÷ denominator × scale, over the intervals in which both are known. `inverse`: the denominator
 * varies, so the smallest ratio has the largest denominator. `together`: both sides vary, and each has the extremes of
 * the same moments.
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

/** Expression that is read rather than computed from others. */
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

/** Revenue, number of receipts above 0, or number of their items. */
export type SalesAmount = 'turnover' | 'orders' | 'goods';
export type CountedAmount = 'value' | 'weighted' | 'weight';
export type ZoneSetting = 'limit' | 'area' | 'queueLength';
/** The meter's own unit, MJ, kg of CO2, or money by the tariffs of the site. */
export type MeterUnit = 'native' | 'energy' | 'co2' | 'cost';
/** Null: each interval separately. Otherwise a running total since the change of day or the start of the query. */
export type MeterSince = 'day' | 'range' | null;

/** One side of a ratio. */
export interface Quantity {
  readonly kind: QuantityKind;
  readonly expression: Source;
}

/** Entry of the catalogue. Its labels are in the message catalogues under `metric.<id>`. */
export interface Metric {
  readonly id: string;
  readonly kind: MetricKind;
  readonly unit: string;
  /** Digits shown after the decimal point. */
  readonly decimals: number;
  /** `#rrggbb`; an organization may choose another. */
  readonly color: string;
  /** Name of an icon of the icon set. */
  readonly icon: string;
  /** Direction in which a change is good. */
  readonly better: 'up' | 'down' | 'none';
  readonly expression: Expression;
  /** Default aggregation when it differs from the kind's. */
  readonly own?: 'MAX';
}

const growing: ReadonlySet<MetricKind> = new Set(['flow', 'count', 'counter', 'money', 'distinct']);

/** Whether its number grows during its interval: half an hour in, an hour's value is half of its final one. */
export function growsOverTime({ kind }: Metric): boolean {
  return growing.has(kind);
}

/** Kinds that say nothing of the people at a place: meters, air, devices and receipts. */
const withoutPeople: ReadonlySet<MetricKind> = new Set(['counter', 'total', 'sample', 'score', 'status', 'money']);

/** Whether a metric counts people, or is derived from such counts. */
export const followsPeople = ({ kind }: Pick<Metric, 'kind'>): boolean => !withoutPeople.has(kind);

/** Whether it counts single people; the mean size of groups does not. */
export function countsPeople({ unit, decimals }: Pick<Metric, 'unit' | 'decimals'>): boolean {
  return decimals === 0 && (unit === 'visitors' || unit === 'people');
}
