import { type Band, scoreOf } from '../measurements/index.ts';
import type { ComfortLevel } from './comfort-level.ts';

/** How a figure stands against what it is compared with. */
export type Verdict = 'more' | 'less' | 'usual';

/** Below this a difference is noise, and a sentence that makes news of it would be wrong. */
const noisePercent = 3;

export interface Comparison {
  readonly verdict: Verdict;
  /** Percent, without a sign. */
  readonly percent: number;
}

/** Null where either figure is unknown, or nothing was there to compare with. */
export function compared(value: number | null, usual: number | null): Comparison | null {
  if (value === null || usual === null || usual <= 0) return null;
  const change = ((value - usual) / usual) * 100;
  const percent = Math.abs(change);
  return { verdict: percent < noisePercent ? 'usual' : change > 0 ? 'more' : 'less', percent };
}

interface Contributor {
  readonly value: number | null;
  readonly usual: number | null;
}

interface Contribution {
  /** In the metric's unit, without a sign. */
  readonly difference: number;
}

/**
 * The part that explains most of a difference: the one whose own difference points the same way and is largest, if it
 * is at least half of the whole. Smaller ones explain nothing by themselves, nor do larger ones than the whole: people
 * who go back and forth inside.
 */
export function mainContribution<Part extends Contributor>(
  total: { readonly value: number | null; readonly usual: number | null },
  parts: readonly Part[],
): (Part & Contribution) | null {
  const verdict = compared(total.value, total.usual)?.verdict ?? 'usual';
  if (verdict === 'usual' || total.value === null || total.usual === null) return null;
  const sign = verdict === 'more' ? 1 : -1;
  const whole = Math.abs(total.value - total.usual);
  let best: (Part & Contribution) | null = null;
  for (const part of parts) {
    const { value, usual } = part;
    if (value === null || usual === null) continue;
    const difference = sign * (value - usual);
    if (difference >= whole / 2 && difference <= whole && difference > (best?.difference ?? 0))
      best = { ...part, difference };
  }
  return best;
}

export interface AirSample {
  readonly metric: string;
  readonly place: string;
  /** Null where nothing was sampled. */
  readonly value: number | null;
}

export interface AirVerdict {
  /** Of the worst sample: 5 and 4 are good, 3 is fair, 2 and 1 are poor. */
  readonly score: ComfortLevel;
  readonly worst: { readonly metric: string; readonly place: string; readonly value: number };
  /** How many places were sampled, and how many of them are fair or poor. */
  readonly places: number;
  readonly beyondGood: number;
}

/** How the air is, by the worst of what was sampled; null when nothing was. */
export function airVerdict(samples: readonly AirSample[], bandOf: (metric: string) => Band): AirVerdict | null {
  const scored = samples.flatMap(({ metric, place, value }) =>
    value === null ? [] : [{ metric, place, value, score: scoreOf(bandOf(metric), value) }],
  );
  const worst = scored.toSorted((left, right) => left.score - right.score)[0];
  if (!worst) return null;
  const { score, ...sample } = worst;
  return {
    score: score as ComfortLevel,
    worst: sample,
    places: new Set(scored.map(({ place }) => place)).size,
    beyondGood: new Set(scored.filter((each) => each.score <= 3).map(({ place }) => place)).size,
  };
}
