import type { MeterModel } from './site-model.ts';

const DAY = 86_400_000;
/** 2025-01-01, a Wednesday: before any reading, so that a meter only ever shows more than nothing. */
const START = Date.UTC(2025, 0, 1);

/** One swing of a meter's rate around its mean: turns a day, its share of the mean, and the turn at its height. */
export interface Swing {
  readonly frequency: number;
  readonly share: number;
  readonly phase: number;
}

/**
 * A rate made of cosines has a total that can be written down: any reading is known without those before it, to the
 * live simulator and to the engine that writes the history alike. Shares of the mean never exceed it together, so a
 * total never falls.
 */
export function swingsOf({ day, peakHour, week, winter, phase }: MeterModel): readonly Swing[] {
  const turn = (frequency: number, share: number, peakDays: number): Swing => ({
    frequency,
    share,
    phase: frequency * peakDays,
  });
  return [
    // These two together are a bump around the peak and a flat night of 1 − day.
    turn(1, (day * 4) / 3, peakHour / 24),
    turn(2, day / 3, peakHour / 24),
    turn(1 / 7, week, 1),
    turn(1 / 365.25, winter, 20),
    // No two weeks are the same.
    turn(1 / 3.7, 0.04, phase),
    turn(1 / 11.3, 0.05, phase * 3),
  ];
}

/** Days of the meter's own clock since its start; the site's standard time, since meters know no summer. */
export function meterDays(instant: number, standardOffset: number): number {
  return (instant + standardOffset - START) / DAY;
}

/** What the meter shows at an instant. */
export function meterReading(model: MeterModel, instant: number, standardOffset: number): number {
  return round3(totalAt(model, instant, standardOffset) - shownBefore(model, instant, standardOffset));
}

/** What the meter before had come to, if it was replaced by that instant; otherwise 0. */
export function shownBefore(model: MeterModel, instant: number, standardOffset: number): number {
  const replaced = model.replacedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(model.replacedAt);
  return instant < replaced ? 0 : totalAt(model, replaced, standardOffset);
}

function totalAt(model: MeterModel, instant: number, standardOffset: number): number {
  const days = meterDays(instant, standardOffset);
  const swung = swingsOf(model).reduce(
    (sum, { frequency, share, phase }) =>
      sum + (share / (2 * Math.PI * frequency)) * Math.sin(2 * Math.PI * (frequency * days - phase)),
    0,
  );
  // Two years of the largest swing lie before the first reading.
  return model.perDay * (730 + days + swung);
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;
