import { describe, expect, it, test } from 'vitest';
import { id, parseWall, wallToInstant, type ZoneId } from '../../core/index.ts';
import { type OpeningCalendar, type OpeningWeek, parseOpeningWeek } from '../../sites/index.ts';
import { findRidgeDay, type RidgeSite, toPortfolioQueries } from './portfolio-queries.ts';

function calendar(week: OpeningWeek, parts: Partial<OpeningCalendar> = {}): OpeningCalendar {
  const hours = parseOpeningWeek(week);
  if (!hours.ok) throw new Error(hours.error.message);
  return { timezone: 'Europe/Zurich', changeOfDay: '00:00', openingHours: hours.value, closedDates: [], ...parts };
}

const at = (text: string) => wallToInstant('Europe/Zurich', parseWall(text) as number);
const shop = calendar({ 'mon-sat': ['09:00-18:00'] }, { closedDates: ['2026-06-12'] });
const bar = calendar({ 'mon-sun': ['18:00-02:00'] }, { changeOfDay: '04:00' });
const always = calendar({});
const ending = calendar(
  {},
  { closedDates: Array.from({ length: 30 }, (_, day) => `2026-06-${String(day + 1).padStart(2, '0')}` as never) },
);

test.each([
  ['an open shop', shop, '2026-06-10 12:00', '2026-06-10', true],
  ['a shop that has closed', shop, '2026-06-10 20:00', '2026-06-10', true],
  ['a shop before it opens', shop, '2026-06-10 08:00', '2026-06-09', false],
  ['a shop on Sunday', shop, '2026-06-14 12:00', '2026-06-13', false],
  ['a shop on Monday before it opens', shop, '2026-06-15 08:00', '2026-06-13', false],
  ['a shop after a closed date', shop, '2026-06-13 08:00', '2026-06-11', false],
  ['a bar after midnight', bar, '2026-06-11 01:00', '2026-06-10', true],
  ['a place that never closes', always, '2026-06-10 00:10', '2026-06-10', true],
  ['a place closed for weeks', ending, '2026-06-20 12:00', '2026-06-20', true],
])('%s shows its running or its last day', (_, site, clock, date, isCurrent) => {
  expect(findRidgeDay(site, at(clock))).toEqual({ date, isCurrent });
});

const site = (number: number, of: OpeningCalendar): RidgeSite => ({
  id: number,
  calendar: of,
  topZoneIds: [id<ZoneId>(number * 10)],
});
const partsOf = (groups: ReturnType<typeof toPortfolioQueries>['totals']) =>
  groups.map(({ siteIds, date, hours, query }) => ({
    siteIds,
    date,
    hours: hours && `${hours.from}–${hours.to}`,
    zones: query.filters.conditions.find(({ criterion }) => criterion === 'ZONES')?.values.join(),
    days: query.filters.conditions.find(({ criterion }) => criterion === 'DATE')?.values.join(),
  }));

describe('queries', () => {
  const sites = [site(1, shop), site(2, bar), site(3, always)];

  it('asks for sites that show the same day together', () => {
    const { curves, totals } = toPortfolioQueries(sites, null, at('2026-06-10 08:00'));
    const groups = [
      { siteIds: [1, 2], date: '2026-06-09', hours: null, zones: '10,20', days: '2026-06-09/2026-06-10' },
      { siteIds: [3], date: null, hours: null, zones: '30', days: undefined },
    ];
    expect(partsOf(totals)).toEqual(groups);
    expect(partsOf(curves)).toEqual(groups);
    expect(curves[0]?.query.groupBy).toEqual([{ type: 'INSTALLATION' }, { type: 'DATE', granularity: 1800 }]);
    expect(curves[0]?.query.granularity).toBeUndefined();
    expect(totals[0]?.query).toMatchObject({
      compare: 'EXPECTED',
      granularity: 900,
      groupBy: [{ type: 'INSTALLATION' }],
    });
  });

  it.each([
    ['within the day', { from: 540, to: 720 }, ['09:00–12:00', '09:00–12:00', '09:00–12:00']],
    ['until midnight', { from: 1200, to: 1440 }, ['20:00–24:00', '20:00–24:00', '20:00–24:00']],
    // Only the bar's day goes on after midnight.
    ['past midnight', { from: 1320, to: 1560 }, ['22:00–24:00', '22:00–02:00', '22:00–24:00']],
    ['after midnight', { from: 1470, to: 1560 }, [undefined, '00:30–02:00', undefined]],
    ['before the day', { from: 120, to: 360 }, ['02:00–06:00', '04:00–06:00', '02:00–06:00']],
    ['from midnight on', { from: 0, to: 1680 }, [null, null, null]],
  ])('cuts hours %s to each site’s day', (_, brush, expected) => {
    const { totals, curves } = toPortfolioQueries(sites, brush, at('2026-06-10 20:00'));
    const of = (siteId: number) => partsOf(totals).find(({ siteIds }) => siteIds.includes(siteId))?.hours;
    expect([of(1), of(2), of(3)]).toEqual(expected);
    expect(partsOf(curves).map(({ hours }) => hours)).toEqual([null]);
  });

  it('asks nothing without sites', () => {
    expect(toPortfolioQueries([], null, at('2026-06-10 08:00'))).toEqual({ curves: [], totals: [] });
  });
});
