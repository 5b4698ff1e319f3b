import {
  addDays,
  dateAt,
  dayNumberOf,
  type Instant,
  instantOfWall,
  type LocalDate,
  wallOf,
  weekdayOf,
} from '../core/index.ts';

/** When something is sent: every day, or on one weekday. In the order forms list them. */
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

/** How many finished days before its sending something covers. */
export const mostIncludedDays = 31;
export const includedDayPresets = [1, 7, 14, 30] as const;

/** What goes out so long after its slot is late, ms. */
const lateAfter = 15 * 60_000;

/** Repeats at an hour of the site's own clock. */
export interface Schedule {
  readonly sendDay: SendDay;
  /** 0…23 */
  readonly hour: number;
}

/** One time of a schedule: it is told by its date, so that a date has at most one whatever the clock does on it. */
export interface Slot {
  readonly date: LocalDate;
  /** An hour that a change of the clock leaves out is its first instant afterwards; one that comes twice is its first. */
  readonly at: Instant;
}

/** The slot of a date; null: the schedule has none on it. */
export function slotOn({ sendDay, hour }: Schedule, timezone: string, date: LocalDate): Slot | null {
  if (sendDay !== 'everyDay' && sendDays.indexOf(sendDay) !== weekdayOf(date)) return null;
  const at = instantOfWall(timezone, wallOf(date, hour * 60));
  // A date that the zone skipped as a whole has no time to send at.
  return dateAt(timezone, at) === date ? { date, at } : null;
}

/** The slots after an instant and up to another, oldest first; of more than `most` the newest. */
export function slotsBetween(
  schedule: Schedule,
  timezone: string,
  { after, upTo }: { readonly after: Instant; readonly upTo: Instant },
  most: number,
): readonly Slot[] {
  const slots: Slot[] = [];
  const first = dayNumberOf(dateAt(timezone, after));
  for (let date = dateAt(timezone, upTo); dayNumberOf(date) >= first && slots.length < most; date = addDays(date, -1)) {
    const slot = slotOn(schedule, timezone, date);
    if (slot !== null && slot.at > after && slot.at <= upTo) slots.push(slot);
  }
  return slots.reverse();
}

/** The first slot after an instant. */
export function nextSlot(schedule: Schedule, timezone: string, after: Instant): Slot {
  // Two weeks hold each weekday even where a zone skipped one of them.
  for (let date = dateAt(timezone, after), days = 0; days <= 14; date = addDays(date, 1), days++) {
    const slot = slotOn(schedule, timezone, date);
    if (slot !== null && slot.at > after) return slot;
  }
  throw new Error(`no slot of ${schedule.sendDay} within two weeks in ${timezone}`);
}

/**
 * The newest slot that has come by `now`, of those from `nextAt` on; slots missed before it are over for good. null: none
 * has come, as after a change of the site's clock.
 */
export function dueSlot(
  schedule: Schedule,
  timezone: string,
  { nextAt, now }: { readonly nextAt: Instant; readonly now: Instant },
): (Slot & { readonly isLate: boolean }) | null {
  const [slot] = slotsBetween(schedule, timezone, { after: nextAt - 1, upTo: now }, 1);
  return slot === undefined ? null : { ...slot, isLate: now - slot.at > lateAfter };
}

/** The days that something sent on a date covers: the finished ones before it. `to` is excluded. */
export function coveredDays(date: LocalDate, days: number): { readonly from: LocalDate; readonly to: LocalDate } {
  return { from: addDays(date, -days), to: date };
}
