/** Upper ends (ppm, excluded) of the levels 5 to 2; above is level 1. */
const co2Bands = [600, 800, 1000, 1400];

export type ComfortLevel = 1 | 2 | 3 | 4 | 5;

/** How comfortable the air is by its CO2 alone: 5 is fresh, 1 is stale. */
export function co2Level(ppm: number): ComfortLevel {
  const band = co2Bands.findIndex((end) => ppm < end);
  return (band < 0 ? 1 : 5 - band) as ComfortLevel;
}
