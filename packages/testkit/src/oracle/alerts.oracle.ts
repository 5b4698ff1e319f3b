/** An interval of a series: reported, missing, or outside the counted hours. */
export interface ReportedInterval {
  readonly from: number;
  readonly to: number;
  /** null if missing. */
  readonly value: number | null;
  readonly coverage: number;
  readonly isClosed: boolean;
  /** The expected value and the range around it, for rules with a `deviation`. */
  readonly usual?: { readonly value: number; readonly lower: number; readonly upper: number };
}

/** Limits and durations of a rule; `null` is unlimited, durations in ms. */
export interface PlainRule {
  readonly comparison: 'above' | 'reached' | 'below' | 'outside';
  readonly fires: { readonly min: number | null; readonly max: number | null };
  readonly ends: { readonly min: number | null; readonly max: number | null };
  readonly enterHold: number;
  readonly leaveHold: number;
  readonly silentAfter: number;
  readonly isSum: boolean;
  readonly minCoverage: number;
  /** Fires beyond what is usual instead of `fires`: its range, or these percent of the expected value. */
  readonly deviation?: {
    readonly sides: readonly ('above' | 'below')[];
    readonly percent: { readonly fires: number; readonly ends: number } | null;
  };
  /** Intervals in a row that must be beyond; by default one. */
  readonly minIntervals?: number;
}

export interface PlainFiring {
  readonly begin: number;
  readonly end: number | null;
  readonly how: 'ended' | 'closed' | null;
}

type Class = 'beyond' | 'between' | 'within' | 'unknown' | 'closed';

/** Finds when a rule fired over a whole series, by searching forwards for each start and each end. */
export function findFirings(series: readonly ReportedInterval[], rule: PlainRule): readonly PlainFiring[] {
  const classes = series.map((one) => classOf(one, rule));
  const found: PlainFiring[] = [];
  let next = 0;
  while (next < series.length) {
    const fired = findFirstStretch(
      series,
      classes,
      next,
      'beyond',
      rule.enterHold,
      rule.silentAfter,
      true,
      rule.minIntervals ?? 1,
    );
    if (fired === null) break;
    const begin = fired.begin;
    const closing = classes.findIndex((one, at) => at > fired.last && one === 'closed');
    const ended = findFirstStretch(
      series,
      classes,
      fired.last + 1,
      'within',
      rule.leaveHold,
      rule.silentAfter,
      false,
      1,
    );
    if (ended !== null && (closing < 0 || ended.last < closing)) {
      found.push({ begin, end: ended.begin, how: 'ended' });
      next = ended.last + 1;
    } else if (closing >= 0) {
      found.push({ begin, end: (series[closing] as ReportedInterval).from, how: 'closed' });
      next = closing + 1;
    } else {
      found.push({ begin, end: null, how: null });
      break;
    }
  }
  return found;
}

/**
 * Finds the first stretch of one class that lasts long enough, or longer (`outlasts`). Returns when it has lasted, and
 * the interval after which that is known.
 */
function findFirstStretch(
  series: readonly ReportedInterval[],
  classes: readonly Class[],
  start: number,
  wanted: Class,
  hold: number,
  longestGap: number,
  outlasts: boolean,
  count: number,
): { readonly begin: number; readonly last: number } | null {
  for (let first = start; first < series.length; first += 1) {
    if (classes[first] !== wanted) continue;
    const since = (series[first] as ReportedInterval).from;
    let heard = since;
    let seen = 0;
    for (let last = first; last < series.length; last += 1) {
      const { from, to } = series[last] as ReportedInterval;
      if (classes[last] === 'unknown') continue;
      if (classes[last] !== wanted || from - heard > longestGap) break;
      heard = to;
      seen += 1;
      const isLong = outlasts ? to - since > hold : to - since >= hold;
      if (isLong && seen >= count) return { begin: count > 1 ? Math.max(since + hold, from) : since + hold, last };
    }
  }
  return null;
}

/** Compares a value with what is usual, in the metric's own unit. */
function classOfDeviation(
  value: number,
  usual: NonNullable<ReportedInterval['usual']>,
  { sides, percent }: NonNullable<PlainRule['deviation']>,
): Class {
  const classes = sides.map((side): Class => {
    const away = side === 'above' ? value - usual.value : usual.value - value;
    if (away <= 0) return 'within';
    if (percent !== null) {
      const share = usual.value === 0 ? 0 : (away * 100) / usual.value;
      return share > percent.fires ? 'beyond' : share > percent.ends ? 'between' : 'within';
    }
    const room = side === 'above' ? usual.upper - usual.value : usual.value - usual.lower;
    return away > room ? 'beyond' : away * 10 > room * 8 ? 'between' : 'within';
  });
  return classes.find((one) => one === 'beyond') ?? classes.find((one) => one === 'between') ?? 'within';
}

function classOf({ value, coverage, isClosed, usual }: ReportedInterval, rule: PlainRule): Class {
  if (isClosed) return 'closed';
  if (value === null) return 'unknown';
  if (rule.deviation !== undefined) {
    if (coverage < rule.minCoverage) return 'unknown';
    // Nothing is usual of such a time, so the rule does not apply to it.
    return usual === undefined ? 'closed' : classOfDeviation(value, usual, rule.deviation);
  }
  const isOut = (min: number | null, max: number | null) =>
    (min !== null && value < min) ||
    (max !== null && (value > max || (rule.comparison === 'reached' && value === max)));
  const fires = isOut(rule.fires.min, rule.fires.max);
  if (coverage < rule.minCoverage && !(fires && rule.isSum)) return 'unknown';
  if (fires) return 'beyond';
  return isOut(rule.ends.min, rule.ends.max) ? 'between' : 'within';
}
