import type { MeterModel } from './site-model.ts';

const DAY = 86_400_000;
/** 2025-01-01, a Wednesday, before any reading, so that registers are always above 0. */
const START = Date.UTC(2025, 0, 1);

/**
 * One oscillation of a meter's rate around its mean. It has cycles per day, an amplitude as a share of the mean, and
 * the phase of the maximum in cycles.
 */
export interface Swing {
  readonly frequency: number;
  readonly share: number;
  readonly phase: number;
}

/**
 * Returns the cosines of a meter's rate. Their integral has a closed form, so the live simulator and the history's SQL
 * know any reading without earlier ones. The amplitudes never add up to more than the mean, so a register never falls.
 */
export function buildSwings({ day, peakHour, week, winter, phase }: MeterModel): readonly Swing[] {
  const turn = (frequency: number, share: number, peakDays: number): Swing => ({
    frequency,
    share,
    phase: frequency * peakDays,
  });
  return [
    // These two make a bump around the peak and a flat night of 1 − day.
    turn(1, (day * 4) / 3, peakHour / 24),
    turn(2, day / 3, peakHour / 24),
    turn(1 / 7, week, 1),
    turn(1 / 365.25, winter, 20),
    // Makes every week different.
    turn(1 / 3.7, 0.04, phase),
    turn(1 / 11.3, 0.05, phase * 3),
  ];
}

/** Returns the days since `START` by the meter's clock, in the site's standard time all year. */
export function toMeterDays(instant: number, standardOffset: number): number {
  return (instant + standardOffset - START) / DAY;
}

/** Returns the register of the meter at an instant. */
export function computeRegister(model: MeterModel, instant: number, standardOffset: number): number {
  return round3(totalAt(model, instant, standardOffset) - computePreviousRegister(model, instant, standardOffset));
}

/** Returns the last register of the previous meter if it was replaced by then, otherwise 0. */
export function computePreviousRegister(model: MeterModel, instant: number, standardOffset: number): number {
  const replaced = model.replacedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(model.replacedAt);
  return instant < replaced ? 0 : totalAt(model, replaced, standardOffset);
}

function totalAt(model: MeterModel, instant: number, standardOffset: number): number {
  const days = toMeterDays(instant, standardOffset);
  const swung = buildSwings(model).reduce(
    (sum, { frequency, share, phase }) =>
      sum + (share / (2 * Math.PI * frequency)) * Math.sin(2 * Math.PI * (frequency * days - phase)),
    0,
  );
  // Two years before the start keep the register above 0 through the largest oscillation.
  return model.perDay * (730 + days + swung);
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;
