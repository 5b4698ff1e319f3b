import type { Pattern } from './pattern.ts';
import type { SensorModel } from './sensors/sensor-model.ts';

/** What the simulator knows of one site beyond its site file: how many come, when, how long they stay, what fails. */
export interface SiteModel {
  /** The site's key in its site file. */
  readonly key: string;
  readonly timezone: string;
  readonly pattern: Pattern;
  /** Opening hour and closing hour by weekday, Monday first; null is closed, a closing past 24 is past midnight. */
  readonly hours: readonly (readonly [open: number, close: number] | null)[];
  readonly closedDates: readonly string[];
  readonly doors: readonly DoorModel[];
  readonly rooms: readonly RoomModel[];
  readonly cameras?: readonly CameraModel[];
  readonly meters?: readonly MeterModel[];
  readonly tills?: TillModel;
  readonly sensors?: readonly SensorModel[];
  /** Days on which more people come than at that time of the year. */
  readonly lifts?: readonly LiftModel[];
}

/** From one date to another, both included, people come so many times as numerously. */
export interface LiftModel {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
}

/** What people buy who come in. Prices are in the currency of the site. */
export interface TillModel {
  /** On an average open day: visitors through the outer doors × the share of them that buys. */
  readonly ordersPerDay: number;
  readonly itemsPerOrder: number;
  /** Of an average item. */
  readonly itemPrice: number;
  /** Every amount is a multiple of this. */
  readonly coin: number;
}

export interface DoorModel {
  readonly serial: string;
  /** On an average open day, one direction. */
  readonly visitorsPerDay: number;
  /** How long those who came through this door stay behind it, in minutes. */
  readonly stayMinutes: number;
  /** Counts passers-by instead of entries. */
  readonly footfall?: boolean;
  /** Tells those it counts apart instead of sending a total. */
  readonly tells?: TellingModel;
  readonly outages?: readonly OutageModel[];
}

/** Kinds of people, and which share of all each is; the shares add up to 1. */
export interface TellingModel {
  readonly descriptor: 'gender' | 'engagement' | 'ageCategory';
  readonly values: readonly string[];
  readonly shares: readonly number[];
}

/** Of each kind, the share of all that it and those before it make up together: 1 at the last, whatever rounding says. */
export function upTo({ shares }: TellingModel): number[] {
  let sum = 0;
  return shares.map((share, index) => {
    sum += share;
    return index === shares.length - 1 ? 1 : sum;
  });
}

export interface RoomModel {
  readonly serial: string;
  /** How strongly people raise the CO₂ of the room: ppm at its busiest. */
  readonly co2AtPeak: number;
  readonly temperature: number;
  readonly outages?: readonly OutageModel[];
}

/** Shows a total that only grows, read every quarter of an hour. */
export interface MeterModel {
  readonly serial: string;
  readonly metric: string;
  /** In the metric's unit, over the year. */
  readonly perDay: number;
  /** Shares of the mean that swing by day, week and year: `day + |week| + |winter|` at most 0.9. */
  readonly day: number;
  readonly week: number;
  /** Above 0: more in winter, below: more in summer. */
  readonly winter: number;
  /** Hour of the day at which most is used. */
  readonly peakHour: number;
  /** 0 to 1: sets the meter's own irregularity apart from the others'. */
  readonly phase: number;
  /** When another meter took its place, which began at 0 (RFC 3339). */
  readonly replacedAt?: string;
}

/** Sees where people stand on the plan of its zone. */
export interface CameraModel {
  readonly serial: string;
  readonly visitorsPerDay: number;
  /** How long a visitor is seen. */
  readonly staySeconds: number;
  readonly femaleShare: number;
  /** Where they gather: a place on the plan (0 to 1 from the top left), how far around it, and how much of the time. */
  readonly spots: readonly {
    readonly x: number;
    readonly y: number;
    readonly spread: number;
    readonly share: number;
  }[];
}

/** A daily hole, in hours of the site's day. `resent` packets arrive that many minutes after its end; null never do. */
export interface OutageModel {
  readonly from: number;
  readonly to: number;
  readonly resentAfterMinutes: number | null;
  /** Only on days whose number is divisible by this: 1 is every day. */
  readonly everyDays: number;
}
