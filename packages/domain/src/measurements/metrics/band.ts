/** Limits from best to worst, for the scores 5, 4, 3 and 2; beyond is 1. */
export type Band =
  | { readonly below: Four<number> }
  | { readonly atLeast: Four<number> }
  | { readonly within: Four<readonly [low: number, high: number]> };

type Four<Value> = readonly [Value, Value, Value, Value];

/** Returns the score of a sampled value, 5 (best) to 1. Limits of `within` belong to the better score. */
export function computeScore(band: Band, value: number): number {
  const place =
    'below' in band
      ? band.below.findIndex((limit) => value < limit)
      : 'atLeast' in band
        ? band.atLeast.findIndex((limit) => value >= limit)
        : band.within.findIndex(([low, high]) => value >= low && value <= high);
  return place === -1 ? 1 : 5 - place;
}
