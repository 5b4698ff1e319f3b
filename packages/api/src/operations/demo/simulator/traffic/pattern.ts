/** Daily pattern of a kind of place: maps the hour (0…24) and the weekday (0 = Monday) to an intensity in any unit. */
type Shape = (hour: number, weekday: number) => number;

const bell = (hour: number, centre: number, width: number) => Math.exp(-(((hour - centre) / width) ** 2) / 2);
const weekend = (weekday: number) => weekday >= 5;

/** Patterns modelled on real counters: commuters have two peaks, shoppers come after work. */
export const patterns = {
  shop: (hour, weekday) =>
    weekend(weekday)
      ? bell(hour, 14.6, 2.6) + 0.45 * bell(hour, 11.2, 1.3)
      : 0.75 * bell(hour, 12.6, 1.3) + bell(hour, 17.4, 1.5) + 0.25,
  mall: (hour, weekday) =>
    weekend(weekday)
      ? bell(hour, 15, 2.8) + 0.6 * bell(hour, 11.6, 1.5)
      : bell(hour, 12.7, 1.2) + 0.95 * bell(hour, 17.6, 1.4) + 0.35,
  station: (hour, weekday) =>
    weekend(weekday)
      ? 0.9 * bell(hour, 14.5, 4.2) + 0.25 * bell(hour, 21, 2)
      : 1.5 * bell(hour, 7.8, 0.8) +
        0.55 * bell(hour, 12.4, 1.4) +
        1.35 * bell(hour, 17.6, 1.1) +
        0.22 * bell(hour, 14, 5),
  office: (hour, weekday) =>
    weekend(weekday)
      ? 0.04 * bell(hour, 11, 3)
      : 1.6 * bell(hour, 8.6, 0.7) + 0.9 * bell(hour, 13.2, 0.6) + 0.2 * bell(hour, 11, 3),
  evening: (hour, weekday) =>
    (weekend(weekday) ? 1.35 : 1) *
    (bell(hour, 20.3, 2.4) + 0.45 * bell(hour, 13, 1.6) + 0.5 * bell(hour, 24.2, 1.4) + 0.5 * bell(hour, 0.2, 1.4)),
} as const satisfies Record<string, Shape>;

export type Pattern = keyof typeof patterns;

/** How busy each weekday is, Monday first. The mean of the open days is about 1. */
export const weekdayFactors: Record<Pattern, readonly number[]> = {
  shop: [0.85, 0.87, 0.9, 0.95, 1.1, 1.45, 0.9],
  mall: [0.85, 0.86, 0.9, 0.96, 1.12, 1.5, 0.8],
  station: [1.1, 1.14, 1.13, 1.14, 1.12, 0.72, 0.6],
  office: [1.05, 1.18, 1.12, 1.08, 0.8, 0.05, 0.03],
  evening: [0.8, 0.82, 0.9, 1, 1.3, 1.4, 1],
};
