import { addDays, daysBetween, getWeekday, type LocalDate } from '../../core/index.ts';
import { minUsualShifts, usualShifts } from '../periods/comparison.ts';
import type { ExpectedMethod } from './expected-method.ts';

/** Why a day is left out of a history, and why there is no usual for it. */
export type UnusualDay = 'holiday' | 'event' | 'closed';

/** What is known of one day. */
export interface HistoryDay {
  /** By slot of the day; null where nothing is known or only a part. */
  readonly values: readonly (number | null)[];
  readonly unusual: UnusualDay | null;
}

/** Consecutive days, oldest first, each with the same slots. Later days are still to come. */
export interface History {
  readonly first: LocalDate;
  readonly days: readonly HistoryDay[];
  /** Begin of each slot in minutes since the change of day. */
  readonly slots: readonly number[];
  /** Unusual days to come, besides those of `days`. */
  readonly ahead?: ReadonlyMap<LocalDate, UnusualDay>;
}

/** Why a slot has no expected value or no range. `history`: too short. `gaps`: under half is known. */
export type Unexpected = UnusualDay | 'history' | 'gaps';

/** Past hours that lay within the range they had. */
export interface Warranty {
  readonly held: number;
  readonly of: number;
}

/** Expected value of one slot, with the range that nine of ten values lie in. */
export interface ExpectedSlot {
  readonly expected: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** Null without a range. */
  readonly warranty: Warranty | null;
  /** Null with a range. */
  readonly reason: Unexpected | null;
}

/** A past day whose value an expected value is the median of. */
export interface ExpectedSample {
  /** Position in the history. */
  readonly day: number;
  readonly value: number;
  /** What the value was multiplied by. */
  readonly factor: number;
}

type ScaledDay = Omit<ExpectedSample, 'value'>;

/** Days of history from which on there is an expected value. */
const minHistory = 35;
const minSamples = 4;
const sampleWeeks = 8;
const sameKindDays = 10;
/** How far back a mean of same weekdays reaches. */
const maxUsualWeeks = 10;
/** Bounds of the factor that scales a sample to the present level. */
const [minFactor, maxFactor] = [0.4, 2.5];
/** Weekdays that both weeks of the factor must know. */
const minLevelDays = 4;
/** Days whose deviations make the range, and how many of them are needed. */
const [residualDays, minResidualDays] = [28, 20];
const coverage = 0.9;
/** Hours whose deviations are alike. A shorter block has too few of them, a longer one mixes noon with night. */
const blockMinutes = 180;

/** Days that the expected value, its range and its warranty look back: residuals of residuals, weeks, their level. */
export const expectedReach = 2 * residualDays + 7 * sampleWeeks + 7;

/** Deviation of a past value from its expected value. */
interface Residual {
  readonly deviation: number;
  readonly expected: number;
}

/** Adds up the histories of several places on the same days. A day that is unusual for one of them is so for all. */
export function sumHistories(histories: readonly History[]): History {
  const [first] = histories as [History, ...History[]];
  return {
    ...first,
    days: first.days.map((_, day): HistoryDay => {
      const own = histories.map(({ days }) => days[day] as HistoryDay);
      const values = first.slots.map((__, slot) =>
        own.reduce<number | null>((sum, one) => {
          const value = one.values[slot] ?? null;
          return sum === null || value === null ? null : sum + value;
        }, 0),
      );
      return { values, unusual: own.find(({ unusual }) => unusual !== null)?.unusual ?? null };
    }),
    ahead: new Map(histories.flatMap(({ ahead }) => [...(ahead ?? [])])),
  };
}

/** Computes expected values and ranges of a place's days. Keeps what it computed, since days share most of it. */
export class ExpectedValues {
  readonly #parts: readonly ExpectedValues[];
  readonly #history: History;
  readonly #method: ExpectedMethod;
  readonly #blocks: readonly number[];
  /** By day and slot; NaN where nothing may be used. */
  readonly #values: Float64Array;
  /** First day with a value; the length of the history when there is none. */
  readonly #begin: number;
  readonly #scaled = new Map<number, readonly ScaledDay[]>();
  /** The day that was asked last, because its slots are asked one after the other. */
  #last: { readonly date: LocalDate; readonly slots: readonly ExpectedSlot[] } | null = null;
  readonly #expected = new Map<number, readonly (number | null)[]>();
  readonly #residuals = new Map<number, ReadonlyMap<number, readonly Residual[]>>();
  readonly #units = new Map<number, number>();
  readonly #widths = new Map<string, number | null>();
  readonly #warranties = new Map<string, Warranty>();

  /** With `parts`, the expected values are the sums of theirs; `history` has the sums of their values. */
  constructor(history: History, method: ExpectedMethod, parts: readonly ExpectedValues[] = []) {
    this.#parts = parts;
    this.#history = history;
    this.#method = method;
    this.#blocks = history.slots.map((minutes) => Math.floor(minutes / blockMinutes));
    const begin = history.days.findIndex(({ values }) => values.some((value) => value !== null));
    this.#begin = begin < 0 ? history.days.length : begin;
    const width = history.slots.length;
    this.#values = new Float64Array(history.days.length * width).fill(Number.NaN);
    for (const [day, { values }] of history.days.entries()) {
      if (this.#findUnusual(day) !== null) continue;
      for (let slot = 0; slot < width; slot++) this.#values[day * width + slot] = values[slot] ?? Number.NaN;
    }
  }

  get history(): History {
    return this.#history;
  }

  get slots(): readonly number[] {
    return this.#history.slots;
  }

  /** Returns the expected values of a day's slots. */
  at(date: LocalDate): readonly ExpectedSlot[] {
    if (this.#last?.date !== date) this.#last = { date, slots: this.#slotsOn(date) };
    return this.#last.slots;
  }

  #slotsOn(date: LocalDate): readonly ExpectedSlot[] {
    const day = daysBetween(this.#history.first, date);
    const unusual = this.#findUnusual(day, date);
    if (unusual !== null) return this.#blocks.map(() => without(unusual));
    const isShort = day - this.#begin < minHistory;
    const isRangeShort = day - this.#begin < minHistory + minResidualDays;
    return this.#expectedOn(day).map((expected, slot) => {
      if (expected === null) return without(isShort ? 'history' : 'gaps');
      const block = this.#blocks[slot] as number;
      const end = this.#endOfHistory(day);
      const width = this.#widthAt(end, block);
      if (width === null) return { ...without(isRangeShort ? 'history' : 'gaps'), expected };
      const half = width * this.#spread(end, expected);
      const lower = this.#method.isPositive ? Math.max(0, expected - half) : expected - half;
      return { expected, lower, upper: expected + half, warranty: this.#warrantyAt(end, block), reason: null };
    });
  }

  /** Returns what a slot's expected value is the median of, or its mean the mean of, nearest first. */
  samples(date: LocalDate, slot: number): readonly ExpectedSample[] {
    if (this.at(date)[slot]?.expected == null) return this.#meanSamples(date, slot);
    return this.#scaledDays(daysBetween(this.#history.first, date)).flatMap((scaled) => {
      const value = this.#value(scaled.day, slot);
      return Number.isNaN(value) ? [] : [{ ...scaled, value }];
    });
  }

  /** Returns the mean of the nearest same weekdays of a day's slot; null on an unusual day, and of under two. */
  meanOf(date: LocalDate, slot: number): { readonly value: number; readonly days: number } | null {
    const samples = this.#meanSamples(date, slot);
    if (samples.length === 0) return null;
    return { value: samples.reduce((sum, { value }) => sum + value, 0) / samples.length, days: samples.length };
  }

  #meanSamples(date: LocalDate, slot: number): readonly ExpectedSample[] {
    const day = daysBetween(this.#history.first, date);
    if (this.#findUnusual(day, date) !== null) return [];
    const samples = this.#weekdaysBefore(day, maxUsualWeeks)
      .map((sample) => ({ day: sample, value: this.#value(sample, slot), factor: 1 }))
      .filter(({ value }) => !Number.isNaN(value))
      .slice(0, usualShifts);
    return samples.length < minUsualShifts ? [] : samples;
  }

  #findUnusual(day: number, date?: LocalDate): UnusualDay | null {
    const { days, ahead } = this.#history;
    const unusual = days[day]?.unusual ?? (date === undefined ? null : (ahead?.get(date) ?? null));
    // Days off are alike as far as the season goes.
    return unusual === 'holiday' && this.#method.samples === 'sameKind' ? null : unusual;
  }

  /** Returns the value of a day's slot; NaN where it is not known. */
  #value(day: number, slot: number): number {
    return day < 0 ? Number.NaN : (this.#values[day * this.#blocks.length + slot] ?? Number.NaN);
  }

  /** Returns the day up to which a day's expected value may know anything. */
  #endOfHistory(day: number): number {
    return Math.min(day, this.#history.days.length);
  }

  #expectedOn(day: number): readonly (number | null)[] {
    const known = this.#expected.get(day);
    if (known !== undefined) return known;
    const expected = this.#parts.length === 0 ? this.#mediansOn(day) : this.#sumsOn(day);
    this.#expected.set(day, expected);
    return expected;
  }

  #sumsOn(day: number): readonly (number | null)[] {
    const parts = this.#parts.map((part) => part.#expectedOn(day));
    return this.#blocks.map((_, slot) =>
      parts.reduce<number | null>((sum, part) => {
        const one = part[slot] ?? null;
        return sum === null || one === null ? null : sum + one;
      }, 0),
    );
  }

  #mediansOn(day: number): readonly (number | null)[] {
    const scaled = this.#scaledDays(day);
    const sorted = new Float64Array(scaled.length);
    return this.#blocks.map((_, slot) => {
      let count = 0;
      for (const sample of scaled) {
        const value = this.#value(sample.day, slot) * sample.factor;
        if (Number.isNaN(value)) continue;
        // Inserted in order: a sort of so few values takes longer.
        let place = count++;
        for (; place > 0 && (sorted[place - 1] as number) > value; place--) sorted[place] = sorted[place - 1] as number;
        sorted[place] = value;
      }
      return count < minSamples ? null : medianOf(sorted, count);
    });
  }

  /** Returns the days a day is compared with and what scales them to its level. */
  #scaledDays(day: number): readonly ScaledDay[] {
    const known = this.#scaled.get(day);
    if (known !== undefined) return known;
    const isShort = day - this.#begin < minHistory;
    const scaled = (isShort ? [] : this.#sampleDays(day)).flatMap((sample): ScaledDay[] => {
      const factor = this.#method.isScaled ? this.#factor(this.#endOfHistory(day), sample) : 1;
      return factor === null ? [] : [{ day: sample, factor }];
    });
    this.#scaled.set(day, scaled);
    return scaled;
  }

  /** Returns the days a day may be compared with, nearest first. */
  #sampleDays(day: number): number[] {
    if (this.#method.samples === 'weekdays') return this.#weekdaysBefore(day, sampleWeeks);
    const nearest = this.#endOfHistory(day) - 1;
    const kind = this.#isDayOff(day);
    const alike: number[] = [];
    // Ten days off take five weeks. Those of another season say nothing.
    for (let sample = nearest; sample >= Math.max(0, nearest - 7 * sampleWeeks); sample--) {
      if (this.#findUnusual(sample) !== null || this.#isDayOff(sample) !== kind) continue;
      alike.push(sample);
      if (alike.length === sameKindDays) break;
    }
    return alike;
  }

  /** Returns the same weekdays of the weeks before a day, nearest first. */
  #weekdaysBefore(day: number, weeks: number): number[] {
    const nearest = this.#endOfHistory(day) - 1;
    const newest = day - 7 * Math.ceil((day - nearest) / 7);
    return Array.from({ length: weeks }, (_, week) => newest - 7 * week).filter(
      (sample) => sample >= 0 && this.#findUnusual(sample) === null,
    );
  }

  #isDayOff(day: number): boolean {
    const { first, days, ahead } = this.#history;
    const date = addDays(first, day);
    return getWeekday(date) >= 6 || (days[day]?.unusual ?? ahead?.get(date)) === 'holiday';
  }

  /**
   * Returns the level of the seven days before `end` in relation to that of the seven days before a sample. Both count
   * the slots of the week that are known on both sides. Null when these are under half of them, or on under four days.
   */
  #factor(end: number, sample: number): number | null {
    let [now, then, pairs, most, days] = [0, 0, 0, 0, 0];
    for (let near = end - 7; near < end; near++) {
      // The same weekday within the seven days before the sample.
      const far = sample - 1 - ((((sample - 1 - near) % 7) + 7) % 7);
      let [both, own, other] = [0, 0, 0];
      for (let slot = 0; slot < this.#blocks.length; slot++) {
        const left = this.#value(near, slot);
        const right = this.#value(far, slot);
        if (!Number.isNaN(left)) own++;
        if (!Number.isNaN(right)) other++;
        if (Number.isNaN(left + right)) continue;
        both++;
        now += left;
        then += right;
      }
      pairs += both;
      most += Math.max(own, other);
      if (both > 0) days++;
    }
    if (days < minLevelDays || pairs * 2 < most) return null;
    if (then <= 0) return now <= 0 ? 1 : maxFactor;
    return Math.min(Math.max(now / then, minFactor), maxFactor);
  }

  /**
   * Returns the half width of the range in units of `#spread`: the conformal quantile of the deviations of a block of
   * hours in the four weeks before `end`. Null when there are too few.
   */
  #widthAt(end: number, block: number): number | null {
    const key = `${end} ${block}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const deviations: number[] = [];
    let days = 0;
    for (let day = Math.max(0, end - residualDays); day < end; day++) {
      const residuals = this.#residualsOn(day).get(block) ?? [];
      if (residuals.length > 0) days++;
      for (const { deviation, expected } of residuals) deviations.push(deviation / this.#spread(end, expected));
    }
    const width = days < minResidualDays ? null : conformalQuantile(deviations, coverage);
    this.#widths.set(key, width);
    return width;
  }

  /** Counts how many hours of a block lay within the range they had, in the four weeks before `end`. */
  #warrantyAt(end: number, block: number): Warranty {
    const key = `${end} ${block}`;
    const known = this.#warranties.get(key);
    if (known !== undefined) return known;
    let [held, of] = [0, 0];
    for (let day = Math.max(0, end - residualDays); day < end; day++) {
      const width = this.#widthAt(day, block);
      if (width === null) continue;
      for (const { deviation, expected } of this.#residualsOn(day).get(block) ?? []) {
        of++;
        if (deviation <= width * this.#spread(day, expected)) held++;
      }
    }
    const warranty = { held, of };
    this.#warranties.set(key, warranty);
    return warranty;
  }

  /** Returns the residuals of a past day by block of hours. Hours that are always closed say nothing. */
  #residualsOn(day: number): ReadonlyMap<number, readonly Residual[]> {
    const known = this.#residuals.get(day);
    if (known !== undefined) return known;
    const residuals = new Map<number, Residual[]>();
    for (const [slot, expected] of this.#expectedOn(day).entries()) {
      const value = this.#value(day, slot);
      if (expected === null || Number.isNaN(value)) continue;
      if (value === 0 && expected === 0 && this.#isAlwaysZero(day, slot)) continue;
      const block = this.#blocks[slot] as number;
      const own = residuals.get(block) ?? [];
      own.push({ deviation: Math.abs(value - expected), expected });
      residuals.set(block, own);
    }
    this.#residuals.set(day, residuals);
    return residuals;
  }

  #isAlwaysZero(day: number, slot: number): boolean {
    if (this.#parts.length > 0) return this.#parts.every((part) => part.#isAlwaysZero(day, slot));
    return this.#scaledDays(day).every((sample) => !(Math.abs(this.#value(sample.day, slot)) > 0));
  }

  /** Returns what deviations from an expected value are measured in. */
  #spread(end: number, expected: number): number {
    switch (this.#method.spread) {
      case 'absolute':
        return 1;
      case 'counts':
        return Math.sqrt(expected + 1);
      case 'money': {
        // A root alone would depend on the currency.
        const unit = this.#unitAt(end) / 100;
        return unit === 0 ? 1 : Math.sqrt(expected * unit + unit * unit);
      }
      case 'relative': {
        const unit = this.#unitAt(end);
        return unit === 0 ? 1 : Math.max(expected, unit / 10);
      }
    }
  }

  /** Returns the mean value of the four weeks before `end`. */
  #unitAt(end: number): number {
    const known = this.#units.get(end);
    if (known !== undefined) return known;
    let [sum, count] = [0, 0];
    for (let day = Math.max(0, end - residualDays); day < end; day++)
      for (let slot = 0; slot < this.#blocks.length; slot++) {
        const value = this.#value(day, slot);
        if (Number.isNaN(value)) continue;
        sum += Math.abs(value);
        count++;
      }
    const unit = count === 0 ? 0 : sum / count;
    this.#units.set(end, unit);
    return unit;
  }
}

/**
 * Returns the value that a share of values does not exceed, counting one value yet to come: of n values the
 * ⌈(n + 1) × share⌉-th. Null when there are too few.
 */
export function conformalQuantile(values: readonly number[], share: number): number | null {
  // 0.9 × 30 is 27.000000000000004 at times.
  const rank = Math.ceil((values.length + 1) * share - 1e-9);
  if (rank > values.length || values.length === 0) return null;
  // Typed arrays sort by number without a callback, which is most of the time of a range.
  return Float64Array.from(values).sort()[rank - 1] as number;
}

function without(reason: Unexpected): ExpectedSlot {
  return { expected: null, lower: null, upper: null, warranty: null, reason };
}

/** Returns the median of the first `count` values, which are sorted. */
function medianOf(sorted: Float64Array, count: number): number {
  const middle = count >> 1;
  const high = sorted[middle] as number;
  return count % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}
