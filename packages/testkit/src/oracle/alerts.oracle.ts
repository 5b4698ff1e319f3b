/** An interval of a series: reported, missing, or outside the counted hours. */
export interface ReportedInterval {
  readonly from: number;
  readonly to: number;
  /** null if missing. */
  readonly value: number | null;
  readonly coverage: number;
  readonly isClosed: boolean;
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
    const fired = findFirstStretch(series, classes, next, 'beyond', rule.enterHold, rule.silentAfter, true);
    if (fired === null) break;
    const begin = fired.begin;
    const closing = classes.findIndex((one, at) => at > fired.last && one === 'closed');
    const ended = findFirstStretch(series, classes, fired.last + 1, 'within', rule.leaveHold, rule.silentAfter, false);
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
): { readonly begin: number; readonly last: number } | null {
  for (let first = start; first < series.length; first += 1) {
    if (classes[first] !== wanted) continue;
    const since = (series[first] as ReportedInterval).from;
    let heard = since;
    for (let last = first; last < series.length; last += 1) {
      const { from, to } = series[last] as ReportedInterval;
      if (classes[last] === 'unknown') continue;
      if (classes[last] !== wanted || from - heard > longestGap) break;
      heard = to;
      if (outlasts ? to - since > hold : to - since >= hold) return { begin: since + hold, last };
    }
  }
  return null;
}

function classOf({ value, coverage, isClosed }: ReportedInterval, rule: PlainRule): Class {
  if (isClosed) return 'closed';
  if (value === null) return 'unknown';
  const isOut = (min: number | null, max: number | null) =>
    (min !== null && value < min) ||
    (max !== null && (value > max || (rule.comparison === 'reached' && value === max)));
  const fires = isOut(rule.fires.min, rule.fires.max);
  if (coverage < rule.minCoverage && !(fires && rule.isSum)) return 'unknown';
  if (fires) return 'beyond';
  return isOut(rule.ends.min, rule.ends.max) ? 'between' : 'within';
}
