import { draw, gaussian } from '../noise.ts';
import type { HoursOfDays } from './sensor-model.ts';

/** An interval of a sensor, with the state of its site. */
export interface Moment {
  readonly dayNumber: number;
  /** Fractional hour of the local day. */
  readonly hour: number;
  readonly minutes: number;
  /** Share of an average day's people that come in this interval. 0 while the site is closed. */
  readonly crowd: number;
  /** The same for the interval that began this many minutes earlier. */
  readonly crowdBefore: (minutes: number) => number;
  /** Seed of this sensor and interval, for reproducible noise. */
  readonly keys: readonly number[];
}

/** One value of a sensor for an interval. */
export interface Measured {
  readonly metric: string;
  readonly value: number;
  /** Number of visits that a duration describes. */
  readonly weight?: number;
  /** Pseudonymous key of the visitor. */
  readonly visitor?: string;
}

export function isWithin(hours: HoursOfDays | undefined, { dayNumber, hour }: Moment): boolean {
  return hours !== undefined && dayNumber % hours.everyDays === hours.on && hour >= hours.from && hour < hours.to;
}

/** Draws a number around 1 that varies by about `share` between intervals. */
export const varyAround1 = ({ keys }: Moment, share: number, salt: number): number =>
  Math.max(0.2, 1 + share * gaussian(...keys, salt));

export const chance = ({ keys }: Moment, salt: number): number => draw(...keys, salt);
