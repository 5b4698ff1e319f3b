import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { addDays, getWeekday, type Instant, instantToDate, type LocalDate } from '../core/index.ts';
import { allZones, listTransitions } from '../core/time/transitions.oracle.ts';
import {
  findDueSlot,
  findNextSlot,
  findSlot,
  getCoveredDays,
  listSlots,
  type Schedule,
  sendDays,
} from './schedules.ts';

const hour = 3_600_000;

/** An oracle: Temporal's own reading of an hour of a date. */
function plainSlot({ sendDay, hour: at }: Schedule, timezone: string, date: LocalDate): Instant | null {
  if (sendDay !== 'everyDay' && sendDays[getWeekday(date)] !== sendDay) return null;
  const plain = Temporal.PlainDate.from(date).toPlainDateTime({ hour: at });
  const earlier = plain.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (earlier.hour === at && earlier.toPlainDate().toString() === date) return earlier.epochMilliseconds;
  // In a gap: the time of the clock change, which is the next transition after the intended time.
  const jump = earlier.getTimeZoneTransition('next');
  if (jump === null || jump.toPlainDate().toString() !== date) return null;
  return jump.epochMilliseconds;
}

test('each hour of the days around every transition 2020–2035 has one slot, where Temporal has it', () => {
  for (const { timezone, at } of listTransitions()) {
    for (const days of [-1, 0, 1]) {
      const date = addDays(instantToDate(timezone, at), days);
      for (const clock of [0, 1, 2, 3, 4, 7, 23]) {
        const schedule = { sendDay: 'everyDay', hour: clock } as const;
        const expected = plainSlot(schedule, timezone, date);
        const slot = findSlot(schedule, timezone, date);
        if ((slot?.at ?? null) !== expected) expect([timezone, date, clock, slot?.at ?? null]).toEqual([expected]);
      }
    }
  }
});

test.each([
  ['Europe/Zurich', '2026-03-29', 2, '2026-03-29T01:00:00.000Z', 'left out: the first instant behind the gap'],
  ['Europe/Zurich', '2026-10-25', 2, '2026-10-25T00:00:00.000Z', 'twice: the first'],
  ['Asia/Kolkata', '2026-06-01', 7, '2026-06-01T01:30:00.000Z', 'half an hour'],
  ['Asia/Kathmandu', '2026-06-01', 7, '2026-06-01T01:15:00.000Z', 'three quarters'],
  ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03T15:30:00.000Z', 'a jump of half an hour'],
] as const)('in %s on %s at %i', (timezone, date, at, expected, _why) => {
  const slot = findSlot({ sendDay: 'everyDay', hour: at }, timezone, date);
  expect(new Date(slot?.at ?? 0).toISOString()).toBe(expected);
});

const schedules = fc.record({ sendDay: fc.constantFrom(...sendDays), hour: fc.integer({ min: 0, max: 23 }) });
const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 11, 1) });

test('a schedule that is walked slot by slot meets each date it has once, and nothing between', () => {
  fc.assert(
    fc.property(schedules, fc.constantFrom(...allZones), instants, (schedule, timezone, from) => {
      const upTo = from + 40 * 24 * hour;
      const walked = [];
      for (
        let slot = findNextSlot(schedule, timezone, from);
        slot.at <= upTo;
        slot = findNextSlot(schedule, timezone, slot.at)
      )
        walked.push(slot);
      const dates = Array.from({ length: 43 }, (_, days) => addDays(instantToDate(timezone, from), days - 1));
      const plain = dates.flatMap((date) => {
        const at = plainSlot(schedule, timezone, date);
        return at !== null && at > from && at <= upTo ? [{ date, at }] : [];
      });
      expect(walked).toEqual(plain);
      expect(listSlots(schedule, timezone, { after: from, upTo }, 100)).toEqual(plain);
      expect(listSlots(schedule, timezone, { after: from, upTo }, 2)).toEqual(plain.slice(-2));
    }),
    { numRuns: 60 },
  );
});

test('what is covered are the finished days before the date', () => {
  expect(getCoveredDays('2026-03-02', 7)).toEqual({ from: '2026-02-23', to: '2026-03-02' });
});

test('what is due is the newest slot that has come since the next one was written down, late after a quarter of an hour', () => {
  const parts = fc.record({ behind: fc.integer({ min: -hour, max: 60 * 24 * hour }), at: instants });
  fc.assert(
    fc.property(schedules, fc.constantFrom(...allZones), parts, (schedule, timezone, { behind, at }) => {
      const { at: nextAt } = findNextSlot(schedule, timezone, at);
      const now = nextAt + behind;
      const [newest] = listSlots(schedule, timezone, { after: nextAt - 1, upTo: now }, 100).slice(-1);
      const due = findDueSlot(schedule, timezone, { nextAt, now });
      expect(due === null).toBe(behind < 0);
      if (due !== null) expect(due).toEqual({ ...newest, isLate: now - due.at > hour / 4 });
    }),
    { numRuns: 60 },
  );
});
