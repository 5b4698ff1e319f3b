import type { LocalDate } from '../core/index.ts';

/** Kinds of weather with their own icon and label. */
export const skies = ['clear', 'partlyCloudy', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'thunder'] as const;
export type Sky = (typeof skies)[number];

export interface ForecastDay {
  /** Date in the site's time zone. */
  readonly date: LocalDate;
  readonly sky: Sky;
  /** °C */
  readonly low: number;
  readonly high: number;
  /** Chance of rain or snow in percent. Null: unknown. */
  readonly rainChance: number | null;
}

/** The current weather, today and the following days. */
export interface Forecast {
  readonly now: { readonly sky: Sky; readonly temperature: number } | null;
  readonly days: readonly ForecastDay[];
}

/** Number of days: today and five more. */
export const forecastDays = 6;

/** WMO codes (table 4677 as used in forecasts), up to and including `upTo`. */
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

/** Converts a WMO code. Null: not in the table. */
export function toSky(code: number): Sky | null {
  if (!Number.isInteger(code) || code < 0) return null;
  return codes.find(([upTo]) => code <= upTo)?.[1] ?? null;
}
