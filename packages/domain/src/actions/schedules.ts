import {
  addDays,
  dateToWall,
  getWeekday,
  type Instant,
  instantToDate,
  type LocalDate,
  toDayNumber,
  wallToInstant,
} from '../core/index.ts';

/** Every day, or one weekday. In form order. */
export const sendDays = [
  'everyDay',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type SendDay = (typeof sendDays)[number];

/** Maximum number of finished days that a run covers. */
export const maxIncludedDays = 31;
export const includedDayPresets = [1, 7, 14, 30] as const;

/** Delay in ms after which a run counts as late. */
const lateAfter = 15 * 60_000;

/** Repeats at an hour of the site's clock. */
export interface Schedule {
  readonly sendDay: SendDay;
  /** 0…23 */
  readonly hour: number;
}

/** One run of a schedule, identified by its date, so that a date has at most one even on clock changes. */
export interface Slot {
  readonly date: LocalDate;
  /** An hour skipped by a clock change moves to the first instant after it. A repeated hour is its first occurrence. */
  readonly at: Instant;
}

/** Returns the slot of a date. Null: none. */
export function findSlot({ sendDay, hour }: Schedule, timezone: string, date: LocalDate): Slot | null {
  if (sendDay !== 'everyDay' && sendDays.indexOf(sendDay) !== getWeekday(date)) return null;
  const at = wallToInstant(timezone, dateToWall(date, hour * 60));
  // A date that the time zone skipped has no slot.
  return instantToDate(timezone, at) === date ? { date, at } : null;
}

/** Returns the slots after one instant, up to another, oldest first. If there are more than `most`, the newest ones. */
export function listSlots(
  schedule: Schedule,
  timezone: string,
  { after, upTo }: { readonly after: Instant; readonly upTo: Instant },
  most: number,
): readonly Slot[] {
  const slots: Slot[] = [];
  const first = toDayNumber(instantToDate(timezone, after));
  for (
    let date = instantToDate(timezone, upTo);
    toDayNumber(date) >= first && slots.length < most;
    date = addDays(date, -1)
  ) {
    const slot = findSlot(schedule, timezone, date);
    if (slot !== null && slot.at > after && slot.at <= upTo) slots.push(slot);
  }
  return slots.reverse();
}

/** Returns the first slot after an instant. */
export function findNextSlot(schedule: Schedule, timezone: string, after: Instant): Slot {
  // Two weeks contain every weekday, even if a time zone skipped one.
  for (let date = instantToDate(timezone, after), days = 0; days <= 14; date = addDays(date, 1), days++) {
    const slot = findSlot(schedule, timezone, date);
    if (slot !== null && slot.at > after) return slot;
  }
  throw new Error(`no slot of ${schedule.sendDay} within two weeks in ${timezone}`);
}

/**
 * Returns the newest slot from `nextAt` up to `now`; earlier missed ones are dropped. Null: none is due, for example
 * after a clock change.
 */
export function findDueSlot(
  schedule: Schedule,
  timezone: string,
  { nextAt, now }: { readonly nextAt: Instant; readonly now: Instant },
): (Slot & { readonly isLate: boolean }) | null {
  const [slot] = listSlots(schedule, timezone, { after: nextAt - 1, upTo: now }, 1);
  return slot === undefined ? null : { ...slot, isLate: now - slot.at > lateAfter };
}

/** Returns the finished days before a date that a run covers. `to` is exclusive. */
export function getCoveredDays(date: LocalDate, days: number): { readonly from: LocalDate; readonly to: LocalDate } {
  return { from: addDays(date, -days), to: date };
}
