import { type ComfortMetric, comfortMetrics } from '../numbers/index.ts';

export const isComfortMetric = (metric: string): metric is ComfortMetric =>
  comfortMetrics.some((each) => each === metric);

export const getScoreMetricId = (metric: string): string => `${metric}Score`;

export type ComfortLevel = 1 | 2 | 3 | 4 | 5;

export interface Comfort {
  readonly score: ComfortLevel;
  /** The metrics with the lowest score; several if equal. */
  readonly decidedBy: readonly ComfortMetric[];
}

/** Returns the comfort of a place from its metrics' scores; null if none is known. */
export function computeComfort(scores: ReadonlyMap<string, number | null>): Comfort | null {
  const known = comfortMetrics.flatMap((metric) => {
    const score = scores.get(metric) ?? null;
    return score === null ? [] : [{ metric, score }];
  });
  if (known.length === 0) return null;
  const score = Math.min(...known.map((each) => each.score));
  return {
    score: score as ComfortLevel,
    decidedBy: known.filter((each) => each.score === score).map(({ metric }) => metric),
  };
}

/** Returns the comfort of several places together: the worst. */
export function getWorstComfort(places: readonly (Comfort | null)[]): Comfort | null {
  const known = places.filter((place) => place !== null);
  const score = Math.min(...known.map((place) => place.score));
  const worst = known.filter((place) => place.score === score);
  const [first] = worst;
  return first
    ? {
        score: first.score,
        decidedBy: comfortMetrics.filter((metric) => worst.some(({ decidedBy }) => decidedBy.includes(metric))),
      }
    : null;
}
