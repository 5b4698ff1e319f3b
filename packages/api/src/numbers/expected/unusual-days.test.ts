import type { LocalDate } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import { createHolidays } from './holidays.ts';
import { listUnusualDays } from './unusual-days.ts';

const date = (text: string) => text as LocalDate;
const site = { country: 'XY', closedDates: [date('2026-05-01'), date('2026-05-08')] };
const holidays = async () =>
  new Map([
    [date('2026-05-01'), { name: 'Labour Day', names: {} }],
    [date('2026-05-14'), { name: 'Ascension', names: { fr: 'Ascension' } }],
    [date('2027-01-01'), { name: 'New Year', names: {} }],
  ]);
const event = (name: string, first: string, last: string) => ({ name, first: date(first), last: date(last) });

test('holidays, short events and closed dates are unusual, each by its name', async () => {
  const events = [event('Sale', '2026-05-13', '2026-05-15'), event('Exhibition', '2026-05-02', '2026-05-09')];
  expect([...(await listUnusualDays(site, events, date('2026-04-01'), date('2026-05-14'), holidays))].sort()).toEqual([
    ['2026-05-01', { reason: 'closed', name: null }],
    ['2026-05-08', { reason: 'closed', name: null }],
    ['2026-05-13', { reason: 'event', name: 'Sale' }],
    ['2026-05-14', { reason: 'event', name: 'Sale' }],
  ]);
});

test('an event of a week is unusual, a longer one is the present state', async () => {
  const days = (last: string) =>
    listUnusualDays(
      { country: null, closedDates: [] },
      [event('Fair', '2026-03-01', last)],
      date('2026-01-01'),
      date('2026-12-31'),
      holidays,
    );
  expect((await days('2026-03-07')).size).toBe(7);
  expect((await days('2026-03-08')).size).toBe(0);
});

test('public holidays come from the country, some of several days', async () => {
  const findHolidays = createHolidays((message, cause) => {
    throw new Error(message, { cause });
  });
  const swiss = await findHolidays('CH', [2025, 2026]);
  // In the country's first language, and in others where the data has the name.
  const name = (day: string) => swiss.get(date(day)) ?? { name: null, names: {} as Record<string, string> };
  expect(name('2026-08-01').name).toBe('Bundesfeiertag');
  expect(name('2026-08-01').names).toMatchObject({ fr: 'Fête nationale', it: 'Giorno festivo federale' });
  expect(name('2026-08-01').names).not.toHaveProperty('ar');
  expect(name('2025-12-25').name).toBe('Weihnachtstag');
  expect(name('2025-12-25').names.it).toBe('Natale di Gesù');
  expect(swiss.has(date('2026-08-02'))).toBe(false);
  const saudi = await findHolidays('SA', [2026]);
  const days = [...saudi].filter(([, { name }]) => name === 'عيد الفطر').map(([day]) => day);
  expect(days.length).toBeGreaterThan(1);
  expect((await findHolidays('XX', [2026])).size).toBe(0);
});

test('holidays of many years are read by two threads at a time, each once, and not of any year', async () => {
  let [running, most] = [0, 0];
  const years: number[] = [];
  const findHolidays = createHolidays(
    () => {},
    async ({ year }) => {
      years.push(year);
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return [];
    },
  );
  const asked = [1, 1969, 1970, 2026, 2027, 2100, 2101, 9999];
  await Promise.all([findHolidays('CH', asked), findHolidays('CH', asked)]);
  expect([years.toSorted(), most]).toEqual([[1970, 2026, 2027, 2100], 2]);
});
