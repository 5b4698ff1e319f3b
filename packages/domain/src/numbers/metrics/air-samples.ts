import type { Metric } from './metric.ts';

/** Sample of air sensors. All lists of air samples derive from its entry here. */
export interface AirSample extends Pick<Metric, 'id' | 'unit' | 'decimals' | 'color' | 'icon' | 'better'> {
  /** Physically possible range in the unit; readings outside are rejected. */
  readonly possible: readonly [min: number, max: number];
  /** Default bands; without them the sample has no score. */
  readonly band?: Band;
  /** Light has a score of its own but does not count as air quality. */
  readonly isLight?: true;
  /** Position among the samples whose worst score is the comfort; absent when it is not part of comfort. */
  readonly comfort?: number;
}

/** In the order in which pages show them. */
export const airSamples = [
  {
    id: 'co2',
    unit: 'ppm',
    decimals: 0,
    color: '#5c940d',
    icon: 'molecule',
    better: 'down',
    possible: [0, 100_000],
    band: { below: [600, 800, 1000, 1400] },
    comfort: 3,
  },
  {
    id: 'temperature',
    unit: '°C',
    decimals: 1,
    color: '#e03131',
    icon: 'temperature',
    better: 'none',
    possible: [-100, 150],
    band: {
      within: [
        [20, 24],
        [19, 26],
        [18, 27],
        [16, 29],
      ],
    },
    comfort: 1,
  },
  {
    id: 'humidity',
    unit: '%RH',
    decimals: 1,
    color: '#1971c2',
    icon: 'droplet',
    better: 'none',
    possible: [0, 100],
    band: {
      within: [
        [40, 50],
        [35, 60],
        [30, 65],
        [20, 75],
      ],
    },
    comfort: 2,
  },
  {
    id: 'tvoc',
    unit: 'µg/m³',
    decimals: 0,
    color: '#9c36b5',
    icon: 'spray',
    better: 'down',
    possible: [0, 1_000_000],
    band: { below: [220, 500, 1000, 3000] },
    comfort: 4,
  },
  {
    id: 'pm25',
    unit: 'µg/m³',
    decimals: 1,
    color: '#846358',
    icon: 'grain',
    better: 'down',
    possible: [0, 100_000],
    band: { below: [10, 15, 35, 55] },
  },
  {
    id: 'pm10',
    unit: 'µg/m³',
    decimals: 1,
    color: '#a18072',
    icon: 'grain',
    better: 'down',
    possible: [0, 100_000],
    band: { below: [20, 45, 100, 150] },
  },
  {
    // Real values are around 0.03 mg/m³; fewer decimals would show only zeros.
    id: 'hcho',
    unit: 'mg/m³',
    decimals: 3,
    color: '#c2255c',
    icon: 'flask',
    better: 'down',
    possible: [0, 1_000],
    band: { below: [0.03, 0.05, 0.1, 0.2] },
  },
  {
    id: 'luminosity',
    unit: 'lx',
    decimals: 0,
    color: '#f08c00',
    icon: 'sun',
    better: 'none',
    possible: [0, 500_000],
    band: { atLeast: [500, 300, 200, 100] },
    isLight: true,
  },
  {
    // Not part of comfort, and no value is better than another.
    id: 'pressure',
    unit: 'hPa',
    decimals: 2,
    color: '#3bc9db',
    icon: 'gauge',
    better: 'none',
    possible: [100, 1_200],
  },
] as const satisfies readonly AirSample[];

/** Sample whose score is part of comfort. */
export type ComfortMetric = Extract<(typeof airSamples)[number], { readonly comfort: number }>['id'];

const all: readonly AirSample[] = airSamples;

/** Comfort is the worst of their scores. */
export const comfortMetrics: readonly ComfortMetric[] = all
  .flatMap(({ id, comfort }) => (comfort === undefined ? [] : [{ id: id as ComfortMetric, comfort }]))
  .sort((left, right) => left.comfort - right.comfort)
  .map(({ id }) => id);

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
