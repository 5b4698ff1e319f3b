import type { GoodSide } from '../../core/format/index.ts';

/** Progress of a target of a whole site. */
export interface ReachedTarget {
  readonly siteId: number;
  readonly metric: { readonly id: string; readonly better: GoodSide };
  readonly target: number;
  /** Null if unknown. */
  readonly soFar: number | null;
  readonly headingFor: number | null;
}

/** A target in a line of the brief. */
export interface TargetLine {
  readonly siteId: number;
  readonly metricId: string;
  /** Shares of the target: what is reached, and where the month is heading. */
  readonly soFar: number;
  readonly heading: number;
  readonly tone: 'good' | 'bad' | 'neutral';
}

export interface TargetLines {
  /** Targets that are being missed, the furthest first; at most two. */
  readonly watch: readonly TargetLine[];
  /** The largest target, if none is being missed. */
  readonly know: readonly TargetLine[];
}

/** Share of a target below which it is being missed, and above which a budget is. */
const [missedBelow, missedAbove] = [0.97, 1.03];
const maxWatched = 2;

/** Returns the targets worth a line, of the metrics in this order. Targets whose progress is unknown have none. */
export function listTargetLines(all: readonly ReachedTarget[], metricIds: readonly string[]): TargetLines {
  const known = all.flatMap(({ siteId, metric, target, soFar, headingFor }) => {
    if (!metricIds.includes(metric.id) || target <= 0 || soFar === null || headingFor === null) return [];
    const heading = headingFor / target;
    // How far on the wrong side of the target.
    const isBudget = metric.better === 'down';
    const miss = isBudget ? heading - 1 : 1 - heading;
    const isMissed = isBudget ? heading > missedAbove : heading < missedBelow;
    const tone = isMissed ? 'bad' : miss <= 0 ? 'good' : 'neutral';
    return [{ line: { siteId, metricId: metric.id, soFar: soFar / target, heading, tone } as const, miss, target }];
  });
  const missed = known
    .filter(({ line }) => line.tone === 'bad')
    .toSorted((one, other) => other.miss - one.miss || one.line.siteId - other.line.siteId);
  const [first] = metricIds.flatMap((id) => {
    const own = known.filter(({ line }) => line.metricId === id);
    return own.toSorted((one, other) => other.target - one.target || one.line.siteId - other.line.siteId).slice(0, 1);
  });
  return {
    watch: missed.slice(0, maxWatched).map(({ line }) => line),
    know: missed.length > 0 || first === undefined ? [] : [first.line],
  };
}
