import type { Span } from '../../core/index.ts';
import type { Band } from '../../measurements/index.ts';
import { type BandDepth, type BandSide, compareDepths, depthOf } from './band-depth.ts';
import type { Extreme } from './worst-spell.ts';

/** The extremes of one measure at one place, stretch by stretch. */
export interface AirCourse {
  readonly metric: string;
  readonly place: string;
  readonly side: BandSide;
  readonly stretches: readonly Extreme[];
}

/** Where and on which day the air was worst, and how bad it was. */
export interface AirSpot extends BandDepth {
  readonly metric: string;
  readonly place: string;
  readonly value: number;
  readonly span: Span;
}

/**
 * How the air was in all the time that is judged: `none` where nothing is known of it, `goodWhenMeasured` where
 * nothing bad is known but not everything is known.
 */
export type AirJudgement =
  | { readonly state: 'none' | 'good' | 'goodWhenMeasured'; readonly worst: null; readonly places: number }
  | {
      readonly state: 'fair' | 'poor';
      readonly worst: AirSpot;
      readonly places: number;
      /** At how many of them the air was ever fair or poor. */
      readonly beyondGood: number;
    };

/**
 * Judges by single readings, not by means: an hour of bad air in a day is an hour of bad air. Of two spots equally
 * bad the place named first counts (`places`, the rooms before what they lie in).
 */
export function judgeAir(
  courses: readonly AirCourse[],
  bandOf: (metric: string) => Band,
  { places, isWhole }: { readonly places: readonly string[]; readonly isWhole: boolean },
): AirJudgement {
  const known = new Set<string>();
  const spots: AirSpot[] = [];
  for (const { metric, place, side, stretches } of courses) {
    if (!places.includes(place)) continue;
    for (const { value, ...span } of stretches) {
      if (value === null) continue;
      known.add(place);
      const depth = depthOf(bandOf(metric), value);
      if (depth?.side === side) spots.push({ metric, place, value, span, ...depth });
    }
  }
  const order = (spot: AirSpot) => places.indexOf(spot.place);
  const [worst] = spots.toSorted(
    (left, right) => compareDepths(left, right) || order(left) - order(right) || left.span.from - right.span.from,
  );
  if (known.size === 0) return { state: 'none', worst: null, places: 0 };
  if (!worst) return { state: isWhole ? 'good' : 'goodWhenMeasured', worst: null, places: known.size };
  return {
    state: worst.score === 3 ? 'fair' : 'poor',
    worst,
    places: known.size,
    beyondGood: new Set(spots.map(({ place }) => place)).size,
  };
}
