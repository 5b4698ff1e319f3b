import { expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import type { StripSite } from '../strip.tsx';
import { canForecast, findSharedWeekday, readDifferences } from './use-day-fan.ts';

const now = parseClock('2026-03-12T12:00');
const row = (id: number, entries: number | null, usual: number | null): Pick<StripSite, 'site' | 'numbers'> =>
  ({
    site: { id, calendar: site.topology },
    numbers: {
      entries,
      usualEntries: usual,
      entriesRange: usual === null ? null : { lower: usual - 50, upper: usual + 60 },
    },
  }) as unknown as StripSite;

const expected = (value: number, half: number | null) => ({
  ...{ value, warranty: null, reason: half === null ? 'gaps' : null },
  ...{ lower: half === null ? null : value - half, upper: half === null ? null : value + half },
});
/** Open from 8 to 20; 100 an hour are usual, of whom 90 came. */
const hours = Array.from({ length: 24 }, (_, hour) => {
  const [usual, isOver] = [hour >= 8 && hour < 20 ? 100 : 0, hour < 12];
  return {
    label: `2026-03-12T${String(hour).padStart(2, '0')}:00:00`,
    ...(isOver ? { value: usual * 0.9 } : { value: null, state: 'missing' }),
    expected: expected(usual, null),
  };
});
const answer = (data: unknown, usual: number | null = null) =>
  ({
    ...{ data, evolution: null, unit: 'visitors', granularity: null, notTold: [] },
    comparison: usual === null ? [] : [{ label: 'all', value: usual }],
    coverage: { ratio: 1, silent: [], sites: [] },
  }) as never;
const answers = {
  total: answer([{ label: 'all', value: 720, expected: expected(800, 80) }], 800),
  day: answer([{ label: '2026-03-12T00:00:00', value: 720, partial: true, expected: expected(2400, 200) }]),
  hours: answer([1, 2].map((id) => ({ label: String(id), value: hours }))),
};
const rows = [row(1, 360, 400), row(2, 360, 400)];

it('ends at the difference that the strip shows, and where the day is heading', () => {
  const { range, fan } = readDifferences(answers, rows, true, now);
  expect(range).toEqual({ lower: 720, upper: 880 });
  expect(fan?.past.at(-1)).toEqual({ at: now, difference: -80, lower: -80, upper: 80 });
  expect(fan?.span).toEqual({ from: parseClock('2026-03-12T08:00'), to: parseClock('2026-03-12T20:00') });
  expect(fan?.closing).toMatchObject({ value: 2320, usual: 2400 });
});

it('adds what is still usual hour by hour if the sites are on both sides of midnight', () => {
  const days = ['12', '13'].map((day) => ({ label: `2026-03-${day}T00:00:00`, value: 1, expected: expected(9, 1) }));
  const { fan } = readDifferences({ ...answers, day: answer(days) }, rows, true, now);
  expect(fan?.closing).toMatchObject({ value: 2320, usual: 2400 });
});

it('draws the difference of a site by its own figures', () => {
  const { curveOf } = readDifferences(answers, rows, true, now);
  const points = curveOf(rows[0] as StripSite);
  expect(points?.[0]?.at).toBe(parseClock('2026-03-12T08:00'));
  expect(points?.at(-1)).toEqual({ at: now, difference: -40, lower: -50, upper: 60 });
});

it.each([
  ['the day is over', answers, rows, false],
  [
    'the total has no range',
    { ...answers, total: answer([{ label: 'all', value: 720, expected: expected(800, null) }], 800) },
    rows,
    true,
  ],
  ['the total failed', { ...answers, total: null }, rows, true],
  ['the whole day failed', { ...answers, day: null }, rows, true],
  ['the hours failed', { ...answers, hours: null }, rows, true],
  ['a site has no usual', answers, [row(1, 360, 400), row(2, 360, null)], true],
  ['nothing is known', answers, [row(1, null, 400)], true],
])('is absent if %s', (_, given, some, isRunning) => {
  expect(readDifferences(given, some, isRunning, now).fan).toBeNull();
});

it('names a weekday only if the sites share it', () => {
  expect(findSharedWeekday(['2026-03-12', '2026-03-12'])).toBe(4);
  expect(findSharedWeekday(['2026-03-12', '2026-03-13'])).toBeNull();
  expect(findSharedWeekday([])).toBeNull();
});

it.each([
  ['while it is judged', 0, true, now, true],
  ['not while many sensors are silent', 2, true, now, false],
  ['not within the first hour', 0, true, parseClock('2026-03-12T08:30'), false],
  ['not once it is over', 0, false, now, false],
])('says where the day is heading %s', (_, silentNow, isRunning, at, expected) => {
  const judged = { site: { calendar: site.topology }, coverage: { deviceCount: 6, silentNow } };
  expect(canForecast([judged as unknown as StripSite], isRunning, at)).toBe(expected);
});
