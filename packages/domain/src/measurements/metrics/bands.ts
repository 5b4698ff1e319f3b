import type { LocalDate } from '../../core/index.ts';
import { type Dated, inForce } from './dated.ts';

/** From best to worst: how far a value may go for the scores 5, 4, 3 and 2; beyond is 1. */
export type Band =
  | { readonly below: Four<number> }
  | { readonly atLeast: Four<number> }
  | { readonly within: Four<readonly [low: number, high: number]> };

type Four<Value> = readonly [Value, Value, Value, Value];

/** The bands used where an organization sets none, in the unit of the sample. */
export const defaultBands: Readonly<Record<string, Band>> = {
  co2: { below: [600, 800, 1000, 1400] },
  tvoc: { below: [220, 500, 1000, 3000] },
  pm25: { below: [10, 15, 35, 55] },
  pm10: { below: [20, 45, 100, 150] },
  hcho: { below: [0.03, 0.05, 0.1, 0.2] },
  temperature: {
    within: [
      [20, 24],
      [19, 26],
      [18, 27],
      [16, 29],
    ],
  },
  humidity: {
    within: [
      [40, 50],
      [35, 60],
      [30, 65],
      [20, 75],
    ],
  },
  luminosity: { atLeast: [500, 300, 200, 100] },
};

/** Bands that an organization set for a sample. */
export interface DatedBand extends Dated {
  readonly metric: string;
  readonly band: Band;
}

/** The bands of a sample on a date: what the organization set for the country, or in general, else the defaults. */
export function bandAt(own: readonly DatedBand[], metric: string, country: string | null, date: LocalDate): Band {
  const band =
    inForce(
      own.filter((one) => one.metric === metric),
      country,
      date,
    )?.band ?? defaultBands[metric];
  if (band === undefined) throw new Error(`${metric} has no bands`);
  return band;
}

/** 5 (best) to 1 of a sampled value. The limits of `within` belong to the better score. */
export function scoreOf(band: Band, value: number): number {
  const place =
    'below' in band
      ? band.below.findIndex((limit) => value < limit)
      : 'atLeast' in band
        ? band.atLeast.findIndex((limit) => value >= limit)
        : band.within.findIndex(([low, high]) => value >= low && value <= high);
  return place === -1 ? 1 : 5 - place;
}

/** The same on the scale of three: 5 and 4 are good (3), 3 is fair (2), the rest poor (1). */
export function scoreOfThree(score: number): 1 | 2 | 3 {
  if (score >= 4) return 3;
  return score >= 3 ? 2 : 1;
}

export const fruinLevels = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type FruinLevel = (typeof fruinLevels)[number];

/** Fruin's level of service of a walkway, by the m² each person has. A level's limit belongs to the level below it. */
export function fruinLevel(squareMetresPerPerson: number): FruinLevel {
  const limits = [3.25, 2.32, 1.39, 0.93, 0.46];
  const place = limits.findIndex((limit) => squareMetresPerPerson > limit);
  return fruinLevels[place === -1 ? 5 : place] as FruinLevel;
}
