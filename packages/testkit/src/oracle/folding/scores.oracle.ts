import type { Measured } from '../measures.oracle.ts';
import { buildEmptyResult, type FoldedNumber } from './folds.oracle.ts';
import { foldPlainly } from './plain-fold.oracle.ts';

/** Conditions for the scores 5, 4, 3 and 2; otherwise 1. */
type Rule = readonly [
  (value: number) => boolean,
  (value: number) => boolean,
  (value: number) => boolean,
  (value: number) => boolean,
];

const below = (...limits: number[]) => limits.map((limit) => (value: number) => value < limit) as unknown as Rule;
const between = (...limits: [number, number][]) =>
  limits.map(
    ([low, high]) =>
      (value: number) =>
        low <= value && value <= high,
  ) as unknown as Rule;

const rules: Readonly<Record<string, Rule>> = {
  co2: below(600, 800, 1000, 1400),
  tvoc: below(220, 500, 1000, 3000),
  pm25: below(10, 15, 35, 55),
  pm10: below(20, 45, 100, 150),
  hcho: below(0.03, 0.05, 0.1, 0.2),
  temperature: between([20, 24], [19, 26], [18, 27], [16, 29]),
  humidity: between([40, 50], [35, 60], [30, 65], [20, 75]),
  luminosity: [500, 300, 200, 100].map((limit) => (value: number) => value >= limit) as unknown as Rule,
};

function scoreOf(metric: string, value: number): number {
  const place = rules[metric]?.findIndex((holds) => holds(value)) ?? -1;
  return place < 0 ? 1 : 5 - place;
}

/** Returns the worst score over devices and metrics: of the mean over the whole time, or of each interval. */
export function foldScores(
  samples: readonly string[],
  sides: readonly (readonly Measured[])[],
  fold: string,
): FoldedNumber {
  const measured = sides.filter((list) => list.some(({ known }) => known !== null));
  if (measured.length === 0) return buildEmptyResult(sides.flat());
  const moments = Array.from(sides[0]?.keys() ?? []);
  const stretches = fold === 'AVERAGE' ? [moments] : moments.map((moment) => [moment]);
  const scores = stretches.flatMap((stretch) => {
    const all = sides.flatMap((list, side) => {
      const found = stretch.map((moment) => list[moment]?.known ?? null);
      return meansOf(found).map((mean) => scoreOf(samples[side] as string, mean));
    });
    return all.length === 0 ? [] : [Math.min(...all)];
  });
  const partial = measured.flat().some((one) => one.partial && !one.closed);
  return { value: foldPlainly(scores, fold), state: 'known', partial };
}

function meansOf(found: readonly Measured['known'][]): number[] {
  const lists = found.flatMap((one) => (one !== null && 'byDevice' in one ? [...one.byDevice] : []));
  const byDevice = Map.groupBy(lists, ([device]) => device);
  return [...byDevice.values()].map((parts) => {
    const values = parts.flatMap(([, list]) => list);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}
