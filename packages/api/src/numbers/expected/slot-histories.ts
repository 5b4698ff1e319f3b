import { addDays, daysBetween, type LocalDate } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import type { History, UnusualDay } from '@atrium/domain/numbers/expected';
import { keyOfPath } from '../planner/answer/coverage.ts';

/** Value of a time of day that is not open. */
const closed = Number.POSITIVE_INFINITY;
const dayMinutes = 1440;

/** Known values of one place from one day to another: by day and slot of the day. NaN where nothing is known. */
export interface SlotHistory {
  /** Begin of each slot in minutes since the change of day, ascending. */
  readonly slots: readonly number[];
  readonly values: Float64Array;
}

/** Histories by the labels of their place. */
export type SlotHistories = ReadonlyMap<string, SlotHistory>;

/** Time of an answer's label: the site day and the minutes since its begin. */
export interface SlotTime {
  readonly date: LocalDate;
  readonly minutes: number;
}

/**
 * Reads the time of a label, whose clock shows local time. `change`: minutes from midnight to the change of day.
 * `isDaily`: labels are of whole days, which begin later where the clocks skip their first minutes.
 */
export function readLabel(label: string, change: number, isDaily: boolean): SlotTime {
  const date = label.slice(0, 10) as LocalDate;
  const minutes = Number(label.slice(11, 13)) * 60 + Number(label.slice(14, 16)) - change;
  const days = Math.floor(minutes / dayMinutes);
  return {
    date: days === 0 ? date : addDays(date, days),
    minutes: isDaily ? 0 : minutes - days * dayMinutes,
  };
}

/** Where an answer has its dates, and which days it is about. */
interface HistoryForm {
  readonly datePlace: number;
  readonly change: number;
  readonly isDaily: boolean;
  readonly first: LocalDate;
  readonly end: LocalDate;
  /** Whether an hour that the clocks show twice counts as one. Otherwise nothing is known of it. */
  readonly isSummed: boolean;
}

/** Sorts the points of an answer that is grouped by date into histories. */
export function readHistories(data: readonly LabelledValue[], form: HistoryForm): SlotHistories {
  const found = new Map<string, PlaceValues>();
  const times = new HistoryTimes(form);
  const placeAt = (key: string) => {
    const known = found.get(key);
    if (known !== undefined) return known;
    const place: PlaceValues = { days: [], minutes: [], values: [] };
    found.set(key, place);
    return place;
  };
  const visit = (values: readonly LabelledValue[], labels: readonly string[]): void => {
    // Dates mostly are the innermost group. Then all of these values are of one place.
    let own: PlaceValues | null = null;
    for (const { label, value, partial, state } of values) {
      if (Array.isArray(value)) {
        visit(value, [...labels, label]);
        continue;
      }
      const isInnermost = form.datePlace === labels.length;
      const time = times.at(isInnermost ? label : (labels[form.datePlace] as string));
      if (time === null) continue;
      if (isInnermost) own ??= placeAt(keyOfPath(labels));
      const place = own ?? placeAt(keyOfPath([...labels, label].toSpliced(form.datePlace, 1)));
      place.days.push(time.day);
      place.minutes.push(time.minutes);
      place.values.push(
        typeof value === 'number' && partial !== true ? value : state === 'closed' ? closed : Number.NaN,
      );
    }
  };
  visit(data, []);
  const slots = times.listSlots();
  return new Map([...found].map(([key, place]) => [key, { slots, values: fillDays(place, slots, form) }]));
}

/** Values of one place in the order of its answer. */
interface PlaceValues {
  readonly days: number[];
  /** Since the change of day. */
  readonly minutes: number[];
  readonly values: number[];
}

interface HistoryTime {
  /** Since the first day. */
  readonly day: number;
  readonly minutes: number;
}

/** Times of labels within a history. Every place has the same labels, so each is read once. */
class HistoryTimes {
  readonly #form: HistoryForm;
  readonly #known = new Map<string, HistoryTime | null>();
  readonly #days = new Map<LocalDate, number>();

  constructor(form: HistoryForm) {
    this.#form = form;
  }

  /** Returns null for another time than that of the history. */
  at(label: string): HistoryTime | null {
    const known = this.#known.get(label);
    if (known !== undefined) return known;
    const { first, end, change, isDaily } = this.#form;
    const { date, minutes } = readLabel(label, change, isDaily);
    const day = this.#days.get(date) ?? daysBetween(first, date);
    this.#days.set(date, day);
    const time = date < first || date >= end ? null : { day, minutes };
    this.#known.set(label, time);
    return time;
  }

  /** Returns the begins of all slots that were read, ascending. */
  listSlots(): readonly number[] {
    const minutes = new Set([...this.#known.values()].flatMap((time) => (time === null ? [] : [time.minutes])));
    return [...minutes].sort((left, right) => left - right);
  }
}

function fillDays(place: PlaceValues, slots: readonly number[], { first, end, isSummed }: HistoryForm): Float64Array {
  const filled = new Float64Array(daysBetween(first, end) * slots.length).fill(Number.NaN);
  const isSeen = new Uint8Array(filled.length);
  const slotOf = new Map(slots.map((minutes, slot) => [minutes, slot]));
  for (const [index, value] of place.values.entries()) {
    const at = (place.days[index] as number) * slots.length + (slotOf.get(place.minutes[index] as number) as number);
    filled[at] = isSeen[at] === 0 ? value : isSummed ? (filled[at] as number) + value : Number.NaN;
    isSeen[at] = 1;
  }
  return filled;
}

/**
 * Returns histories of `days` days with other last days: their last one again, and the `moved` days after it. As many of
 * the first days leave.
 */
export function replaceLastDays(
  histories: SlotHistories,
  last: SlotHistories,
  { days, moved }: { readonly days: number; readonly moved: number },
): SlotHistories {
  const isAlike = [...last].every(([key, { slots }]) => {
    const own = histories.get(key);
    return own !== undefined && slots.every((minutes) => own.slots.includes(minutes));
  });
  const widened = isAlike ? histories : widen(histories, last, days);
  return new Map(
    [...widened].map(([key, history]) => {
      const { slots, values } = history;
      const own = last.get(key);
      const slotsOf = slots.map((minutes) => own?.slots.indexOf(minutes) ?? -1);
      const width = own?.slots.length ?? 0;
      const fresh = Array.from({ length: moved + 1 }, (_, day) =>
        slotsOf.map((slot) => (slot < 0 ? Number.NaN : (own?.values[day * width + slot] ?? Number.NaN))),
      ).flat();
      const at = values.length - fresh.length;
      const from = moved * slots.length;
      // The same object, so that what was computed from it stays.
      if (moved === 0 && fresh.every((value, place) => Object.is(value, values[at + place]))) return [key, history];
      const replaced = new Float64Array(values.length);
      replaced.set(values.subarray(from));
      replaced.set(fresh, at);
      return [key, { slots, values: replaced }];
    }),
  );
}

/** Adds the places and slots of the last days to histories, in which nothing is known of them. */
function widen(histories: SlotHistories, last: SlotHistories, days: number): SlotHistories {
  const slots = [...new Set([...histories.values(), ...last.values()].flatMap((one) => one.slots))];
  slots.sort((left, right) => left - right);
  return new Map(
    [...new Set([...histories.keys(), ...last.keys()])].map((key) => {
      const values = new Float64Array(days * slots.length).fill(Number.NaN);
      const own = histories.get(key);
      for (const [slot, minutes] of own?.slots.entries() ?? [])
        for (let day = 0; day < days; day++)
          values[day * slots.length + slots.indexOf(minutes)] = own?.values[
            day * (own?.slots.length ?? 0) + slot
          ] as number;
      return [key, { slots, values }];
    }),
  );
}

/** Days of a history that are left out, and those still to come. */
interface HistoryDays {
  readonly first: LocalDate;
  readonly unusualOf: (day: number) => UnusualDay | null;
  readonly ahead: ReadonlyMap<LocalDate, UnusualDay>;
}

/** Returns a history with a value for each slot. */
export function toHistory({ slots, values }: SlotHistory, { first, unusualOf, ahead }: HistoryDays): History {
  const width = slots.length;
  const days = Array.from({ length: width === 0 ? 0 : values.length / width }, (_, day) => ({
    values: slots.map((__, slot) => {
      const value = values[day * width + slot] as number;
      return Number.isFinite(value) ? value : null;
    }),
    unusual: unusualOf(day),
  }));
  return { first, days, slots, ahead };
}

/** Returns the begins of a day's slots that ended before `cut` and are known. */
export function findKnownSlots({ slots, values }: SlotHistory, cut: number): ReadonlySet<number> {
  return new Set(
    slots.filter((_, slot) => (slots[slot + 1] ?? dayMinutes) <= cut && !Number.isNaN(values[slot] ?? Number.NaN)),
  );
}

/**
 * Returns a history with one value for each day: the sum of its slots up to `cut` minutes since the change of day, or
 * of those that begin at `only`. A slot that is cut counts by its share. A day with an unknown slot is unknown.
 */
export function sumUntil(
  { slots, values }: SlotHistory,
  cut: number,
  days: HistoryDays,
  only: ReadonlySet<number> | null = null,
): History {
  const width = slots.length;
  const shares = slots.map((begin, slot) => {
    if (only !== null) return only.has(begin) ? 1 : 0;
    const end = slots[slot + 1] ?? dayMinutes;
    return Math.min(1, Math.max(0, (cut - begin) / (end - begin)));
  });
  const sums = Array.from({ length: width === 0 ? 0 : values.length / width }, (_, day) => {
    // A day without any known slot says nothing about its first minutes either.
    let sum = values.subarray(day * width, (day + 1) * width).every(Number.isNaN) ? Number.NaN : 0;
    for (let slot = 0; slot < width; slot++) {
      const value = values[day * width + slot] as number;
      const share = shares[slot] as number;
      if (share > 0 && value !== closed) sum += value * share;
    }
    return { values: [Number.isNaN(sum) ? null : sum], unusual: days.unusualOf(day) };
  });
  return { first: days.first, days: sums, slots: [0], ahead: days.ahead };
}
