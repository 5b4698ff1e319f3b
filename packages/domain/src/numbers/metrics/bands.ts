import type { LocalDate } from '../../core/index.ts';
import type { Band } from './air-samples.ts';
import { type AirSample, airSamples } from './air-samples.ts';
import { type Dated, findEffective } from './dated.ts';

/** Default bands, in the unit of the sample. */
export const defaultBands: Readonly<Record<string, Band>> = Object.fromEntries(
  airSamples.flatMap((sample: AirSample) => (sample.band ? [[sample.id, sample.band]] : [])),
);

/** Bands that an organization set for a sample. */
export interface DatedBand extends Dated {
  readonly metric: string;
  readonly band: Band;
}

/**
 * Returns the bands of a sample on a date: the organization's for the country or in general, otherwise the defaults.
 */
export function findBand(own: readonly DatedBand[], metric: string, country: string | null, date: LocalDate): Band {
  const band =
    findEffective(
      own.filter((one) => one.metric === metric),
      country,
      date,
    )?.band ?? defaultBands[metric];
  if (band === undefined) throw new Error(`${metric} has no bands`);
  return band;
}

/** Converts a score to the scale of three: 5 and 4 are good (3), 3 is fair (2), the rest poor (1). */
export function toThreePointScore(score: number): 1 | 2 | 3 {
  if (score >= 4) return 3;
  return score >= 3 ? 2 : 1;
}

export const fruinLevels = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type FruinLevel = (typeof fruinLevels)[number];

/**
 * Returns Fruin's level of service of a walkway, by the m² per person. A level's limit belongs to the level below it.
 */
export function getFruinLevel(squareMetresPerPerson: number): FruinLevel {
  const limits = [3.25, 2.32, 1.39, 0.93, 0.46];
  const place = limits.findIndex((limit) => squareMetresPerPerson > limit);
  return fruinLevels[place === -1 ? 5 : place] as FruinLevel;
}
