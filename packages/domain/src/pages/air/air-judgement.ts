import type { Span } from '../../core/index.ts';
import type { Band } from '../../numbers/index.ts';
import { type BandDepth, type BandSide, compareDepths, computeBandDepth } from './band-depth.ts';
import type { Extreme } from './worst-spell.ts';

/** The extremes of one metric at one place, span by span. */
export interface AirSeries {
  readonly metric: string;
  readonly place: string;
  readonly side: BandSide;
  readonly stretches: readonly Extreme[];
}

/** Where and when the air was worst, and how bad it was. */
export interface AirSpot extends BandDepth {
  readonly metric: string;
  readonly place: string;
  readonly value: number;
  readonly span: Span;
}

/**
 * Result for the judged time: `none` without any reading, `goodWhenMeasured` if all readings are good but some are
 * missing.
 */
export type AirJudgement =
  | { readonly state: 'none' | 'good' | 'goodWhenMeasured'; readonly worst: null; readonly places: number }
  | {
      readonly state: 'fair' | 'poor';
      readonly worst: AirSpot;
      readonly places: number;
      /** Number of places with fair or poor air at any time. */
      readonly beyondGood: number;
    };

/**
 * Judges by single readings, not by means, so that an hour of bad air in a day counts. The first of equally bad spots
 * in `places` wins. That list has rooms before the zones that contain them.
 */
export function judgeAir(
  courses: readonly AirSeries[],
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
      const depth = computeBandDepth(bandOf(metric), value);
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
