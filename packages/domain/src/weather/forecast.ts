import type { LocalDate } from '../core/index.ts';

/** What kinds of weather are told apart: enough for a picture and a word. */
export const skies = ['clear', 'partlyCloudy', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'thunder'] as const;
export type Sky = (typeof skies)[number];

export interface ForecastDay {
  /** By the site's clock. */
  readonly date: LocalDate;
  readonly sky: Sky;
  /** °C */
  readonly low: number;
  readonly high: number;
  /** Chance of rain or snow in percent; null: not told. */
  readonly rainChance: number | null;
}

/** Today and the days after it, and how it is right now. */
export interface Forecast {
  readonly now: { readonly sky: Sky; readonly temperature: number } | null;
  readonly days: readonly ForecastDay[];
}

/** How many days are shown: today and five more. */
export const forecastDays = 6;

/** Codes of the World Meteorological Organization (table 4677 as forecasts use it), up to and including `upTo`. */
const codes: readonly (readonly [upTo: number, sky: Sky])[] = [
  [1, 'clear'],
  [2, 'partlyCloudy'],
  [3, 'cloudy'],
  [48, 'fog'],
  [57, 'drizzle'],
  [67, 'rain'],
  [77, 'snow'],
  [82, 'rain'],
  [86, 'snow'],
  [99, 'thunder'],
];

/** null: no code of that table. */
export function skyOfCode(code: number): Sky | null {
  if (!Number.isInteger(code) || code < 0) return null;
  return codes.find(([upTo]) => code <= upTo)?.[1] ?? null;
}
