/** What a place is known for: by day (counted from 0) and slot, null where something is missing. */
export interface PlainHistory {
  readonly values: readonly (readonly (number | null)[])[];
  /** Hour of the day in which each slot begins. */
  readonly hours: readonly number[];
  /** Days left out. */
  readonly unusual: ReadonlySet<number>;
  /** Whether a value belongs to a flow, whose level changes, or is a level itself. */
  readonly isFlow: boolean;
}

export interface PlainExpected {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly held: number | null;
  readonly of: number | null;
}

const none: PlainExpected = { value: null, lower: null, upper: null, held: null, of: null };

/** Remembers results, which are asked for thousands of times. */
function once<Of extends object, Result>(
  compute: (of: Of, day: number, other: number) => Result,
): (of: Of, day: number, other: number) => Result {
  const results = new WeakMap<Of, Map<string, Result>>();
  return (history, day, other) => {
    const own = results.get(history) ?? new Map<string, Result>();
    results.set(history, own);
    const key = `${day} ${other}`;
    if (!own.has(key)) own.set(key, compute(history, day, other));
    return own.get(key) as Result;
  };
}

/** Computes what is expected of a slot of the places of which something is, by plain loops over all days before. */
export function expectSlowly(places: readonly PlainHistory[], day: number, slot: number): PlainExpected {
  const able = places.filter((place) => !place.unusual.has(day) && expectedOf(place, day, slot) !== null);
  const histories = able.length > 0 ? able : places;
  if (histories.some(({ unusual }) => unusual.has(day))) return none;
  const value = meanOf(histories, day, slot);
  if (value === null) return none;
  const factor = rangeFactor(histories, day, slot);
  if (factor === null) return { ...none, value };
  const half = factor * yardstick(histories, value);
  let [held, of] = [0, 0];
  for (let past = lastDay(histories, day) - 27; past <= lastDay(histories, day); past++) {
    const own = past < 0 ? null : rangeFactor(histories, past, slot);
    if (own === null) continue;
    for (const [deviation] of deviationsOn(histories, past, slot)) {
      of += 1;
      if (deviation <= own) held += 1;
    }
  }
  return { value, lower: Math.max(0, value - half), upper: value + half, held, of };
}

function lastDay(histories: readonly PlainHistory[], day: number): number {
  return Math.min(day, (histories[0] as PlainHistory).values.length) - 1;
}

/** Value of a day's slot that may be used; of several places their sum. */
function usable(histories: readonly PlainHistory[], day: number, slot: number): number | null {
  let sum = 0;
  for (const { values, unusual } of histories) {
    const value = unusual.has(day) ? null : (values[day]?.[slot] ?? null);
    if (value === null || histories.some((one) => one.unusual.has(day))) return null;
    sum += value;
  }
  return sum;
}

function meanOf(histories: readonly PlainHistory[], day: number, slot: number): number | null {
  let sum = 0;
  for (const history of histories) {
    const own = expectedOf(history, day, slot);
    if (own === null) return null;
    sum += own;
  }
  return sum;
}

const expectedOf = once((history: PlainHistory, day, slot): number | null => {
  const begin = history.values.findIndex((values) => values.some((value) => value !== null));
  if (begin < 0 || day - begin < 35) return null;
  const values: number[] = [];
  let newest = day - 7;
  while (newest > lastDay([history], day)) newest -= 7;
  for (let week = 0; week < 8; week++) {
    const sample = newest - 7 * week;
    const value = sample < 0 ? null : usable([history], sample, slot);
    if (value === null) continue;
    const level = history.isFlow ? levelRatio(history, day, sample) : 1;
    if (level !== null) values.push(value * level);
  }
  if (values.length < 4) return null;
  values.sort((left, right) => left - right);
  return values.length % 2 === 1
    ? (values[(values.length - 1) / 2] as number)
    : ((values[values.length / 2 - 1] as number) + (values[values.length / 2] as number)) / 2;
});

/** Week before the day, in relation to the week before the sample, over what both know of each weekday. */
const levelRatio = once((history: PlainHistory, day, sample): number | null => {
  const sums = { near: 0, far: 0 };
  let [both, most, weekdays] = [0, 0, 0];
  for (let weekday = 0; weekday < 7; weekday++) {
    const last = (end: number) => {
      for (let one = end; one > end - 7; one--) if (((one % 7) + 7) % 7 === weekday) return one;
      return end;
    };
    const [near, far] = [last(lastDay([history], day)), last(sample - 1)];
    const pairs = history.hours.map(
      (_, slot) => [usable([history], near, slot), usable([history], far, slot)] as const,
    );
    const shared = pairs.filter(([left, right]) => left !== null && right !== null);
    for (const [left, right] of shared) {
      sums.near += left as number;
      sums.far += right as number;
    }
    both += shared.length;
    most += Math.max(
      pairs.filter(([left]) => left !== null).length,
      pairs.filter(([, right]) => right !== null).length,
    );
    if (shared.length > 0) weekdays += 1;
  }
  if (weekdays < 4 || both < most / 2) return null;
  if (sums.far === 0) return sums.near === 0 ? 1 : 2.5;
  return Math.min(2.5, Math.max(0.4, sums.near / sums.far));
});

function yardstick([first]: readonly PlainHistory[], expected: number): number {
  return first?.isFlow === true ? Math.sqrt(expected + 1) : 1;
}

/** Deviations of a day within the three hours that a slot belongs to. */
const deviationsOn = once((histories: readonly PlainHistory[], day, slot): (readonly [number])[] => {
  const { hours } = histories[0] as PlainHistory;
  return hours.flatMap((hour, other) => {
    if (Math.floor(hour / 3) !== Math.floor((hours[slot] as number) / 3)) return [];
    const [value, mean] = [usable(histories, day, other), meanOf(histories, day, other)];
    if (value === null || mean === null) return [];
    const isNever = value === 0 && histories.every((history) => isZeroForWeeks(history, day, other));
    return isNever ? [] : [[Math.abs(value - mean) / yardstick(histories, mean)] as const];
  });
});

/** Whether the hour was empty in all of the eight weeks before. */
function isZeroForWeeks(history: PlainHistory, day: number, slot: number): boolean {
  return Array.from({ length: 8 }, (_, week) => day - 7 * (week + 1)).every((sample) => {
    if (sample < 0 || (history.isFlow && levelRatio(history, day, sample) === null)) return true;
    return (usable([history], sample, slot) ?? 0) === 0;
  });
}

const rangeFactor = once((histories: readonly PlainHistory[], day, slot): number | null => {
  const all: number[] = [];
  let days = 0;
  for (let past = lastDay(histories, day) - 27; past <= lastDay(histories, day); past++) {
    const own = past < 0 ? [] : deviationsOn(histories, past, slot).map(([deviation]) => deviation);
    if (own.length > 0) days += 1;
    all.push(...own);
  }
  if (days < 20) return null;
  all.sort((left, right) => left - right);
  // The smallest one that nine tenths of n + 1 values do not exceed, in whole numbers.
  for (let place = 1; place <= all.length; place++)
    if (place * 10 >= (all.length + 1) * 9) return all[place - 1] as number;
  return null;
});
