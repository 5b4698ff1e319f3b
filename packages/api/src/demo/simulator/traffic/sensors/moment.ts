import { draw, gaussian } from '../noise.ts';
import type { HoursOfDays } from './sensor-model.ts';

/** An interval of a sensor, with what is known of the site in it. */
export interface Moment {
  readonly dayNumber: number;
  /** Of the local day, with fractions. */
  readonly hour: number;
  readonly minutes: number;
  /** Share of an average day's people that come in this interval; 0 while the site is closed. */
  readonly crowd: number;
  /** The same of the interval as long that began so many minutes before. */
  readonly crowdBefore: (minutes: number) => number;
  /** What makes this interval of this sensor differ from all others, the same whenever it is asked for. */
  readonly keys: readonly number[];
}

/** One value that a sensor tells of an interval. */
export interface Measured {
  readonly metric: string;
  readonly value: number;
  /** How many visits a duration describes. */
  readonly weight?: number;
  /** Pseudonymous key of whom it saw. */
  readonly visitor?: string;
}

export function isWithin(hours: HoursOfDays | undefined, { dayNumber, hour }: Moment): boolean {
  return hours !== undefined && dayNumber % hours.everyDays === hours.on && hour >= hours.from && hour < hours.to;
}

/** A number around 1 that differs from interval to interval by about `share`. */
export const around1 = ({ keys }: Moment, share: number, salt: number): number =>
  Math.max(0.2, 1 + share * gaussian(...keys, salt));

export const chance = ({ keys }: Moment, salt: number): number => draw(...keys, salt);
