import type { Pattern } from './pattern.ts';
import type { SensorModel } from './sensor-model.ts';

/** Traffic model of one site: how many people come, when, how long they stay, and what fails. */
export interface SiteModel {
  /** The site's key in its site file. */
  readonly key: string;
  readonly timezone: string;
  readonly pattern: Pattern;
  /** Opening and closing hour by weekday, Monday first. Null is closed; a closing hour above 24 is past midnight. */
  readonly hours: readonly (readonly [open: number, close: number] | null)[];
  readonly closedDates: readonly string[];
  readonly doors: readonly DoorModel[];
  readonly rooms: readonly RoomModel[];
  readonly cameras?: readonly CameraModel[];
  readonly meters?: readonly MeterModel[];
  readonly tills?: TillModel;
  readonly sensors?: readonly SensorModel[];
  /** Periods that are busier than the season. */
  readonly lifts?: readonly BoostModel[];
}

/** Multiplies the visitors from one date to another, both inclusive. */
export interface BoostModel {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
}

/** Purchases of visitors. Prices are in the site's currency. */
export interface TillModel {
  /** On an average open day: visitors through the outer doors × the share that buys. */
  readonly ordersPerDay: number;
  readonly itemsPerOrder: number;
  /** Price of an average item. */
  readonly itemPrice: number;
  /** Every amount is a multiple of this. */
  readonly coin: number;
}

export interface DoorModel {
  readonly serial: string;
  /** On an average open day, in one direction. */
  readonly visitorsPerDay: number;
  /** How long people stay after this door, in minutes. */
  readonly stayMinutes: number;
  /** Counts passers-by instead of entries. */
  readonly footfall?: boolean;
  /** Sends counts per kind of people instead of a total. */
  readonly tells?: KindsModel;
  readonly outages?: readonly OutageModel[];
}

/** Kinds of people with their shares, which add up to 1. */
export interface KindsModel {
  readonly descriptor: 'gender' | 'engagement' | 'ageCategory';
  readonly values: readonly string[];
  readonly shares: readonly number[];
}

/** Returns the cumulative shares. The last one is exactly 1, despite rounding. */
export function cumulateShares({ shares }: KindsModel): number[] {
  let sum = 0;
  return shares.map((share, index) => {
    sum += share;
    return index === shares.length - 1 ? 1 : sum;
  });
}

export interface RoomModel {
  readonly serial: string;
  /** CO₂ that people add to the room at its busiest, in ppm. */
  readonly co2AtPeak: number;
  readonly temperature: number;
  readonly outages?: readonly OutageModel[];
}

/** A register that only grows, read every quarter of an hour. */
export interface MeterModel {
  readonly serial: string;
  readonly metric: string;
  /** Mean of the year, in the metric's unit. */
  readonly perDay: number;
  /** Amplitudes per day, week and year as shares of the mean. `day + |week| + |winter|` is at most 0.9. */
  readonly day: number;
  readonly week: number;
  /** Above 0: more in winter. Below 0: more in summer. */
  readonly winter: number;
  /** Hour of the day with the highest consumption. */
  readonly peakHour: number;
  /** 0 to 1. Makes the meter's irregularity differ from other meters'. */
  readonly phase: number;
  /** When a new meter replaced it, starting at 0 (RFC 3339). */
  readonly replacedAt?: string;
}

/** A camera that sees where people stand on the plan of its zone. */
export interface CameraModel {
  readonly serial: string;
  readonly visitorsPerDay: number;
  /** How long a visitor is seen. */
  readonly staySeconds: number;
  readonly femaleShare: number;
  /** Where people gather: a position on the plan (0 to 1 from the top left), its spread, and its share of the time. */
  readonly spots: readonly {
    readonly x: number;
    readonly y: number;
    readonly spread: number;
    readonly share: number;
  }[];
}

/** A gap in hours of the site's day. Packets arrive this many minutes after its end, or never if null. */
export interface OutageModel {
  readonly from: number;
  readonly to: number;
  readonly resentAfterMinutes: number | null;
  /** Only on days whose number is divisible by this: 1 is every day. */
  readonly everyDays: number;
}

/** A site's number and its UTC offset (ms) at an instant. */
export interface SiteSetting {
  readonly number: number;
  readonly offsetAt: (instant: number) => number;
}
