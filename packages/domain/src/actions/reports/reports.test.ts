import { Random } from '@atrium/testkit/chance';
import { aDoor, anAirSensor, aPad, aSite, aZone, aZoneWithin, places, randomSite } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, type LocalDate, listDays, startOfSiteDay } from '../../core/index.ts';
import { findBand, findMetric, type Metric } from '../../numbers/index.ts';
import type { Topology } from '../../sites/index.ts';
import { readReport } from './read-report.ts';
import { buildGrid, dropSparseDays, readDays } from './read-series.ts';
import type { ReportDay, ReportHour } from './report-facts.ts';
import {
  buildReportQuestions,
  buildZoneSeries,
  getMainMetric,
  getReportKind,
  listFigureMetrics,
  question,
} from './report-questions.ts';
import { listOtherZones, type ReportSubject } from './report-subject.ts';
import { collectUnusual, findUnusualDays, groupDates, listSilentSensors } from './unusual.ts';

const date = (text: string) => text as LocalDate;
const minute = 60_000;
const bandOf = (metric: string) => findBand([], metric, null, date('2026-03-12'));

const subjectOf = (site: Topology, more: Partial<ReportSubject> = {}): ReportSubject => ({
  site,
  zoneIds: [site.zones[0]?.id as never],
  from: date('2026-03-09'),
  to: date('2026-03-16'),
  metrics: new Set(['co2', 'temperature', 'humidity', 'tvoc', 'pm25', 'pm10', 'hcho', 'luminosity']),
  bandOf,
  ...more,
});

describe('the questions of a report', () => {
  test('are taken, and no more than pages may ask at once, whatever the site is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.constantFrom(...places),
        fc.integer({ min: 1, max: 366 }),
        (seed, place, days) => {
          const site = randomSite(new Random(seed), 1, place);
          const zoneIds = new Random(seed).shuffled(site.zones.map(({ id }) => id));
          const from = place[1] as LocalDate;
          const subject = subjectOf({ ...site, currency: 'CHF' }, { zoneIds, from, to: addDays(from, days) });
          expect(buildReportQuestions(subject).size).toBeLessThanOrEqual(60);
          expect(buildZoneSeries(subject, zoneIds[0] as never, 3600).zones?.ids).toEqual([zoneIds[0]]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('list the requested other zones, or its children; never itself', () => {
    const site = aSite(1, { zones: [aZone(1), aZoneWithin(2, [1]), aZoneWithin(3, [1]), aZoneWithin(4, [3])] });
    const beside = (...zoneIds: number[]) => listOtherZones(subjectOf(site, { zoneIds: zoneIds as never }));
    expect(beside(1)).toEqual([2, 3]);
    expect(beside(1, 4, 1, 4)).toEqual([4]);
    expect(beside(4)).toEqual([]);
  });

  test('are about people where there are doors, else about meters, else about the air', () => {
    const zones = [aZone(1), aZoneWithin(2, [1])];
    const meter = {
      ...anAirSensor(41, 2),
      kind: 'meter' as const,
      meter: { metric: 'waterConsumption', descriptors: {}, rollover: null },
    };
    const devices = [aPad(21, 11), meter, anAirSensor(31, 2)];
    const site = aSite(1, { zones, passages: [aDoor(11, null, 1)], devices });
    const about = (topology: Topology, zone: number) => {
      const subject = subjectOf(topology, { zoneIds: [zone as never] });
      return [getReportKind(subject), getMainMetric(subject), listFigureMetrics(subject).slice(0, 3)];
    };
    expect(about(site, 1)).toEqual(['people', 'affluenceIn', ['dwell', 'waterConsumption', 'co2']]);
    expect(about(site, 2)).toEqual(['energy', 'waterConsumption', ['co2', 'temperature', 'humidity']]);
    expect(about({ ...site, devices: [anAirSensor(31, 2)] }, 2).slice(0, 2)).toEqual(['air', 'co2']);
    // A device removed before the period does not count.
    const gone = [{ ...aPad(21, 11), removedAt: Date.parse('2026-03-01') }, anAirSensor(31, 2)];
    expect(about({ ...site, devices: gone }, 1)[0]).toBe('air');
    expect(about({ ...site, devices: [] }, 1).slice(0, 2)).toEqual(['people', 'affluenceIn']);
  });
});

const calendar = aSite(1, { closedDates: [date('2026-03-11')] });
const now = startOfSiteDay(calendar, date('2026-03-14'));
const entries = { id: 'affluenceIn', unit: 'visitors', decimals: 0, better: 'up', kind: 'flow' } as never;

const answerOf = (values: Readonly<Record<string, number>>, usual: Readonly<Record<string, number>> = {}) => {
  const labelled = (all: Readonly<Record<string, number>>) =>
    Object.entries(all).map(([label, value]) => ({ label: `${label}T00:00:00+01:00`, value }));
  return { data: labelled(values), comparison: labelled(usual) };
};

const daysOfWeek = (values: Readonly<Record<string, number>>, usual: Readonly<Record<string, number>> = {}) =>
  readDays(answerOf(values, usual), entries, { from: date('2026-03-09'), to: date('2026-03-16') }, { calendar, now });

describe('days', () => {
  it('are all there, each with its state: known, missing, closed, or ahead', () => {
    const days = daysOfWeek({ '2026-03-09': 120, '2026-03-10': 0, '2026-03-11': 0 });
    expect(days.map(({ state, value }) => [state, value])).toEqual([
      ['known', 120],
      ['known', 0],
      ['closed', 0],
      ['missing', null],
      ['missing', null],
      ['ahead', null],
      ['ahead', null],
    ]);
  });

  it('on which people came although it was shut tell them', () => {
    expect(daysOfWeek({ '2026-03-11': 7 })[2]).toMatchObject({ state: 'known', value: 7, isClosed: true });
  });

  it('are unusual from a tenth on, of thirty people at least, the furthest first; shut ones never', () => {
    const days = daysOfWeek(
      { '2026-03-09': 109, '2026-03-10': 130, '2026-03-11': 900, '2026-03-12': 40, '2026-03-13': 29 },
      { '2026-03-09': 100, '2026-03-10': 100, '2026-03-11': 100, '2026-03-12': 100, '2026-03-13': 100 },
    );
    expect(findUnusualDays(days).map((day) => day.date)).toEqual(['2026-03-12', '2026-03-10']);
  });

  it('with a range are unusual outside it, and within it have no change', () => {
    const expected = (lower: number, upper: number) => ({
      ...{ value: 100, lower, upper, warranty: { held: 90, of: 100 }, reason: null },
    });
    const rowOf = (day: string, value: number, range: readonly [number, number], more: object = {}) => ({
      ...{ label: `${day}T00:00:00+01:00`, value, expected: expected(...range), ...more },
    });
    const data = [
      rowOf('2026-03-09', 105, [98, 103]),
      rowOf('2026-03-10', 130, [60, 140]),
      // In part: it is not compared with a whole day, whose usual is still drawn.
      rowOf('2026-03-12', 40, [90, 110], { partial: true }),
    ];
    const comparison = data.map(({ label }, index) => ({ label, value: index === 2 ? null : 100 }));
    const asked = { from: date('2026-03-09'), to: date('2026-03-13') };
    const [monday, tuesday, , thursday] = readDays({ data, comparison }, entries, asked, { calendar, now });
    expect(monday).toMatchObject({
      usual: 100,
      range: { lower: 98, upper: 103 },
      side: 'above',
      change: { change: 5 },
    });
    expect(tuesday).toMatchObject({ usual: 100, side: 'within', change: null });
    expect(thursday).toMatchObject({ usual: null, range: null, side: null, change: null });
    expect(thursday?.whole).toEqual({ usual: 100, range: { lower: 90, upper: 110 } });
    expect(findUnusualDays([monday, tuesday, thursday] as ReportDay[]).map((day) => day.date)).toEqual(['2026-03-09']);
  });

  it('that were closed or silent are grouped, without weekdays on which the site never opens', () => {
    const days = daysOfWeek({ '2026-03-09': 1, '2026-03-10': 1, '2026-03-11': 0 });
    expect(collectUnusual(days, calendar, { silent: [], alerts: [] })).toEqual([
      { about: 'closed', dates: ['2026-03-11'] },
      { about: 'missing', dates: ['2026-03-12', '2026-03-13'] },
    ]);
    const mondays = { spans: [{ begin: [1, 8, 0], end: [1, 18, 0] }] as never, reset: false };
    const site = aSite(1, { openingHours: mondays });
    const read = readDays(
      answerOf({}),
      entries,
      { from: date('2026-03-10'), to: date('2026-03-12') },
      { calendar: site, now },
    );
    expect(collectUnusual(read, site, { silent: [], alerts: [] })).toEqual([]);
  });

  it('with less than half known have no change', () => {
    const days = daysOfWeek({ '2026-03-09': 50, '2026-03-10': 50 }, { '2026-03-09': 100, '2026-03-10': 100 });
    const hours = days
      .slice(0, 2)
      .flatMap(({ date: day }, index) =>
        Array.from(
          { length: 24 },
          (_, hour) => ({ date: day, state: hour < 12 - index ? 'known' : 'missing' }) as ReportHour,
        ),
      );
    const [half, less] = dropSparseDays(days, hours, findMetric('affluenceIn') as Metric);
    expect(half).toMatchObject({ verdict: 'less', change: { change: -50 } });
    expect(less).toMatchObject({ value: 50, usual: null, verdict: null, change: null });
  });

  it('are not judged in their first open hour', () => {
    const hours = { spans: [{ begin: [4, 8, 0], end: [4, 18, 0] }] as never, reset: false };
    const site = aSite(1, { openingHours: hours });
    const from = date('2026-03-12');
    const opening = startOfSiteDay(site, from) + 8 * 60 * minute;
    const at = (minutes: number) => opening + minutes * minute;
    const day = (minutes: number, metric: Metric = entries) =>
      readDays(
        answerOf({ [from]: 50 }, { [from]: 100 }),
        metric,
        { from, to: addDays(from, 1) },
        { calendar: site, now: at(minutes) },
      )[0];
    expect([59, 60].map((minutes) => day(minutes)?.verdict)).toEqual([null, 'less']);
    expect(day(59, findMetric('electricityConsumption') as Metric)?.verdict).toBe('less');
    expect(readReportAt(site, at(59)).main).toMatchObject({ usual: 100, verdict: null });
    expect(readReportAt(site, at(60)).main).toMatchObject({ usual: 100, verdict: 'less' });

    function readReportAt(topology: Topology, now: number) {
      const zones = [aZone(1)];
      const passages = [aDoor(11, null, 1)];
      const counted = { ...topology, zones, passages, devices: [aPad(21, 11)] };
      const coverage = { ratio: 1, silent: [] };
      const total = {
        ...{ data: [{ label: 'all', value: 50 }], comparison: [{ label: 'all', value: 100 }] },
        ...{ unit: 'visitors', granularity: null, coverage },
      };
      return readReport(
        subjectOf(counted, { from, to: addDays(from, 1) }),
        new Map([[question.total('affluenceIn'), total]]),
        { now, alerts: [] },
      );
    }
  });

  test('in a row make a run', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 40 })), (numbers) => {
        const dates = numbers.toSorted((left, right) => left - right).map((one) => addDays(date('2026-02-20'), one));
        const runs = groupDates(dates);
        const utc = aSite(1, { timezone: 'UTC' });
        const within = ([first, last]: readonly [LocalDate, LocalDate]) =>
          listDays(utc, { from: startOfSiteDay(utc, first), to: startOfSiteDay(utc, addDays(last, 1)) });
        expect(runs.flatMap(within)).toEqual(dates);
        for (const [index, run] of runs.entries())
          if (index > 0) expect(run[0] > addDays(runs[index - 1]?.[1] as LocalDate, 1)).toBe(true);
      }),
    );
  });
});

describe('silent sensors', () => {
  const site = aSite(1, {
    zones: [aZone(1)],
    passages: [aDoor(11, null, 1, { name: 'Gate' })],
    devices: [aPad(21, 11, { name: 'Left' }), aPad(22, 11, { name: 'Right' })],
  });

  it('are listed once, longest gap first, and the same gap of several answers is merged', () => {
    const silent = [
      { deviceId: 21, from: 0, to: 10 * minute },
      { deviceId: 21, from: 5 * minute, to: 12 * minute },
      { deviceId: 22, from: 0, to: 10 * minute },
      { deviceId: 22, from: 20 * minute, to: 25 * minute },
      { deviceId: 99, from: 0, to: minute },
    ];
    expect(listSilentSensors(site, silent)).toEqual([
      { name: 'Right', place: 'Gate', span: { from: 0, to: 25 * minute }, count: 2, time: 15 * minute },
      { name: 'Left', place: 'Gate', span: { from: 0, to: 12 * minute }, count: 1, time: 12 * minute },
    ]);
  });
});

describe('the grid of hours', () => {
  const open = aSite(1, { changeOfDay: '04:00', closedDates: [] });
  const dayOn = (day: string, state: ReportDay['state'] = 'known') => ({ date: date(day), state }) as ReportDay;
  const hourOn = (day: string, hour: number, value: number | null) =>
    ({ date: date(day), hour, value, state: value === null ? 'missing' : 'known' }) as ReportHour;

  it('has a row a day, hours in the order of the day of the site, and shows those that tell anything', () => {
    const hours = [
      hourOn('2026-03-09', 22, 5),
      hourOn('2026-03-09', 23, null),
      hourOn('2026-03-09', 1, 3),
      hourOn('2026-03-09', 3, 0),
    ];
    expect(buildGrid([dayOn('2026-03-09'), dayOn('2026-03-10', 'closed')], hours, open)).toEqual({
      hours: [22, 23, 0, 1],
      rows: [
        { of: { date: '2026-03-09' }, cells: [5, null, null, 3] },
        { of: { date: '2026-03-10' }, cells: ['closed', 'closed', 'closed', 'closed'] },
      ],
      highest: 5,
    });
  });

  it('of more than a week has the mean of each weekday, without closed days', () => {
    const days = Array.from({ length: 15 }, (_, index) => addDays(date('2026-03-09'), index));
    const hours = days.map((day, index) => hourOn(day, 12, index === 7 ? 0 : 10 * (index + 1)));
    const grid = buildGrid(
      days.map((day, index) => dayOn(day, index === 7 ? 'closed' : 'known')),
      hours,
      open,
    );
    expect(grid?.rows.map(({ of, cells }) => ['weekday' in of && of.weekday, cells[0]])).toEqual([
      [1, (10 + 150) / 2],
      [2, (20 + 90) / 2],
      [3, (30 + 100) / 2],
      [4, (40 + 110) / 2],
      [5, (50 + 120) / 2],
      [6, (60 + 130) / 2],
      [7, (70 + 140) / 2],
    ]);
    const sundays = buildGrid(
      days.map((day) => dayOn(day)),
      hours,
      { ...open, firstWeekday: 7 },
    );
    expect(sundays?.rows.map(({ of }) => 'weekday' in of && of.weekday)).toEqual([7, 1, 2, 3, 4, 5, 6]);
  });

  it('is null if nothing is known, or only zeros', () => {
    expect(buildGrid([dayOn('2026-03-09')], [hourOn('2026-03-09', 12, null)], open)).toBeNull();
    expect(buildGrid([dayOn('2026-03-09')], [hourOn('2026-03-09', 12, 0)], open)).toBeNull();
  });
});
