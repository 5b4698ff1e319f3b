import { describe, expect, it, test } from 'vitest';
import { addDays, id, type ZoneId } from '../core/index.ts';
import { toDayRange } from '../numbers/index.ts';
import { parseQuery } from '../numbers/parsing/parse-query.ts';
import {
  addExpected,
  buildOverviewQuestions,
  chooseGranularity,
  computePartCoverage,
  countsPeople,
  findBusyHours,
  findExpectedRanges,
  getAnswerBuckets,
  getAnswerPoint,
  getAnswerTotal,
  getAnswerValues,
  groupOverviewRequests,
  listHoursOfWeek,
  parseAnswer,
  parseTypicalWeek,
  type QueriedSite,
  shiftTimespan,
  toCountingQueries,
  toOverviewEnergy,
  toOverviewQueries,
} from './index.ts';

const zone = (value: number) => id<ZoneId>(value);
const site = {
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  openingHours: { spans: [], reset: false },
  closedDates: [],
};
const thursday = Date.UTC(2025, 10, 20, 13, 48);
const limits = { site, now: thursday, first: '2025-01-01', last: '2025-11-20' };

describe('D02 stepping through time', () => {
  test.each([
    [{ kind: 'preset', preset: 'today' }, -1, { kind: 'preset', preset: 'yesterday' }],
    [{ kind: 'preset', preset: 'yesterday' }, 1, { kind: 'preset', preset: 'today' }],
    [{ kind: 'preset', preset: 'today' }, 1, null],
    [{ kind: 'preset', preset: 'last7' }, -1, { kind: 'custom', ranges: [toDayRange('2025-11-07', '2025-11-13')] }],
    [{ kind: 'custom', ranges: [toDayRange('2025-11-10', '2025-11-16')] }, 1, { kind: 'preset', preset: 'last7' }],
    [{ kind: 'custom', ranges: [toDayRange('2025-01-01', '2025-01-03')] }, -1, null],
    [{ kind: 'preset', preset: 'thisWeek' }, -1, { kind: 'preset', preset: 'lastWeek' }],
    [{ kind: 'preset', preset: 'lastWeek' }, 1, { kind: 'preset', preset: 'thisWeek' }],
    [{ kind: 'preset', preset: 'lastWeek' }, -1, { kind: 'custom', ranges: [toDayRange('2025-11-03', '2025-11-09')] }],
    [{ kind: 'custom', ranges: [toDayRange('2025-11-03', '2025-11-09')] }, 1, { kind: 'preset', preset: 'lastWeek' }],
    [{ kind: 'preset', preset: 'thisMonth' }, -1, { kind: 'preset', preset: 'lastMonth' }],
    [{ kind: 'preset', preset: 'thisMonth' }, 1, null],
    [{ kind: 'preset', preset: 'lastMonth' }, -1, { kind: 'custom', ranges: [toDayRange('2025-09-01', '2025-09-30')] }],
    [{ kind: 'custom', ranges: [toDayRange('2025-01-01', '2025-01-31')] }, -1, null],
    [
      { kind: 'custom', ranges: [toDayRange('2025-01-01', '2025-01-31')] },
      1,
      { kind: 'custom', ranges: [toDayRange('2025-02-01', '2025-02-28')] },
    ],
    [{ kind: 'preset', preset: 'lastQuarter' }, 1, { kind: 'preset', preset: 'thisQuarter' }],
    [{ kind: 'preset', preset: 'thisYear' }, -1, null],
    [
      { kind: 'custom', ranges: [toDayRange('2025-02-01', '2025-02-01'), toDayRange('2025-03-01', '2025-03-01')] },
      -1,
      null,
    ],
  ] as const)('%j by %i', (from, direction, to) => {
    expect(shiftTimespan(from, direction, limits)).toEqual(to);
  });
});

describe('questions of the counting page', () => {
  const question = {
    zoneIds: [zone(1)],
    tableZoneIds: [zone(2), zone(3)],
    ranges: [toDayRange('2025-11-20', '2025-11-20')],
    hours: 'opening',
    calendar: site,
    compare: 'USUAL',
    today: '2025-11-20',
  } as const;

  const everyFilter = {
    day: { operator: 'IS_NOT', days: [6, 7] },
    gender: 'female',
    engagement: 'engaged',
    zoneIds: [zone(2), zone(3)],
  } as const;

  it('D05 keep or drop days; ask who came only of what knows it; look the compared days up by place', () => {
    const queries = toCountingQueries({ ...question, ...everyFilter });
    const notAtWeekends = { criterion: 'DAY', operator: 'NOT_IN', values: ['6', '7'] };
    expect(queries.entries.filters.conditions).toContainEqual(notAtWeekends);
    expect(queries.entriesSeries.filters.conditions).toContainEqual(notAtWeekends);
    expect(queries.entriesExpected.filters.conditions).not.toContainEqual(notAtWeekends);
    expect(
      toCountingQueries({ ...question, day: { operator: 'IS', days: [1] } }).entries.filters.conditions,
    ).toContainEqual({
      criterion: 'DAY',
      values: ['1'],
    });
    const women = { criterion: 'GENDER', values: ['female'] };
    expect(queries.exits.filters.conditions).toContainEqual(women);
    expect(queries.typicalWeek.filters.conditions).toContainEqual(women);
    expect(queries.insideSeries.filters.conditions).not.toContainEqual(women);
    expect(queries.capture.filters.conditions).not.toContainEqual(women);
    expect(queries.entries.filters.conditions[0]).toEqual({ criterion: 'ZONES', values: ['2', '3'] });
  });

  it('are all understood by the one reader of questions', () => {
    for (const asked of [
      ...Object.values(toCountingQueries(question)),
      ...Object.values(toCountingQueries({ ...question, hours: 'all', compare: null })),
      ...Object.values(toCountingQueries({ ...question, ...everyFilter })),
      ...Object.values(
        toOverviewQueries([zone(1)], [site, { timezone: 'Pacific/Auckland', changeOfDay: '04:00' }], thursday),
      ),
    ]) {
      expect(parseQuery(asked)).toMatchObject({ ok: true });
    }
  });

  it('exclude the last day’s successor and ask eight whole past weeks for the typical one', () => {
    const { entries, typicalWeek } = toCountingQueries(question);
    expect(entries.filters.conditions).toContainEqual({ criterion: 'DATE', values: ['2025-11-20/2025-11-21'] });
    expect(typicalWeek.filters.conditions).toContainEqual({ criterion: 'DATE', values: ['2025-09-25/2025-11-20'] });
  });

  it('never ask for all zones when there is none for the table', () => {
    expect(toCountingQueries({ ...question, tableZoneIds: [] }).zoneEntries.filters.conditions[0]?.values).toEqual([
      '1',
    ]);
  });

  test.each([
    [1, 1800],
    [3, 3600],
    [4, 86_400],
    [90, 86_400],
    [365, 604_800],
    [1200, 2_592_000],
  ])('%i days are cut into %i s', (days, width) => {
    expect(chooseGranularity([{ from: '2020-01-01', to: addDays('2020-01-01', days) }])).toBe(width);
  });
});

describe('answers', () => {
  const at = (hour: number) => `2025-11-20T${String(hour).padStart(2, '0')}:00:00+01:00`;

  it('tell known, missing, closed and still to come apart', () => {
    const answer = parseAnswer({
      data: [
        { label: at(11), value: 4 },
        { label: at(12), value: null, state: 'missing' },
        { label: at(13), value: null, state: 'closed' },
        { label: at(14), value: 2, partial: true },
      ],
      comparison: [
        { label: at(14), value: 8 },
        { label: at(16), value: 9 },
      ],
    });
    const buckets = getAnswerBuckets(answer, 3600, { now: thursday, timezone: 'Europe/Zurich' }, { kind: 'flow' });
    expect(buckets.map((bucket) => bucket.point)).toEqual([
      { state: 'known', value: 4, partial: false },
      { state: 'missing' },
      { state: 'closed' },
      { state: 'known', value: 2, partial: true },
      null,
    ]);
    expect(buckets.map((bucket) => bucket.usual)).toEqual([null, null, null, 8, 9]);
    expect(buckets.every((bucket) => bucket.to - bucket.from <= 2 * 3_600_000)).toBe(true);
  });

  it('are empty rather than broken when they are not of the agreed shape', () => {
    for (const data of [null, 'text', 3, [null, 4, { value: 3 }]]) expect(parseAnswer({ data }).data).toEqual([]);
    const nothing = {
      point: { state: 'missing' },
      range: null,
      expected: null,
      usual: null,
      known: null,
      tooFew: null,
      times: null,
    };
    expect(getAnswerTotal(parseAnswer(undefined), { kind: 'sample' })).toEqual(nothing);
    const few = (tooFew: unknown) => {
      const comparison = [{ label: 'all', value: 3, tooFew }];
      return getAnswerTotal(parseAnswer({ data: [{ label: 'all', value: 4 }], comparison }), { kind: 'sample' });
    };
    expect(few({ known: 1, asked: 4 })).toMatchObject({ usual: null, tooFew: { known: 1, asked: 4 } });
    for (const unknown of [null, 3, {}, { known: '1', asked: 4 }])
      expect(few(unknown)).toMatchObject({ usual: 3, tooFew: null });
    const told = (notTold: unknown) => getAnswerPoint(parseAnswer({ data: [{ label: 'all', value: null, notTold }] }));
    expect(told(['gender', 3, null])).toEqual({ state: 'missing', notTold: ['gender'] });
    for (const unknown of [[], [3], 'gender', null, {}]) expect(told(unknown)).toEqual({ state: 'missing' });
  });
});

describe('what is expected', () => {
  const ranges = [toDayRange('2025-11-20', '2025-11-20')];
  const hourAt = (day: string, hour: number) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+01:00`);
  const bucket = (from: number, value: number | null) => ({
    from,
    to: from + 3_600_000,
    point: value === null ? null : ({ state: 'known', value, partial: false } as const),
    usual: null,
  });

  it('is asked of the four same weekdays before', () => {
    expect(findExpectedRanges(site, ranges, 'USUAL')).toEqual(
      ['2025-11-13', '2025-11-06', '2025-10-30', '2025-10-23'].map((day) => toDayRange(day, day)),
    );
    expect(findExpectedRanges(site, ranges, 'PREVIOUS')).toEqual([toDayRange('2025-11-19', '2025-11-19')]);
  });

  it('is the mean of the known counterparts, for hours ahead too, across a clock change', () => {
    // On 23 October Zurich was on summer time, one hour ahead.
    const earlier = [
      bucket(hourAt('2025-11-13', 18), 10),
      bucket(hourAt('2025-10-23', 17), 30),
      bucket(hourAt('2025-11-06', 18), null),
    ];
    const expected = addExpected(
      [bucket(hourAt('2025-11-20', 18), null), bucket(hourAt('2025-11-20', 19), null)],
      earlier,
      { calendar: site, ranges, mode: 'USUAL', now: hourAt('2025-11-20', 12) },
    );
    expect(expected.map((each) => each.usual)).toEqual([20, null]);
  });

  it('skips holidays, looks further back instead, and needs more than one week', () => {
    const holiday = { ...site, closedDates: ['2025-11-13'] as never };
    expect(findExpectedRanges(holiday, ranges, 'USUAL')).toEqual(
      ['2025-11-06', '2025-10-30', '2025-10-23', '2025-10-16'].map((day) => toDayRange(day, day)),
    );
    const at = [bucket(hourAt('2025-11-20', 18), null)];
    const comparison = { calendar: holiday, ranges, mode: 'USUAL', now: hourAt('2025-11-20', 12) } as const;
    const weeks = [bucket(hourAt('2025-11-13', 18), 0), bucket(hourAt('2025-11-06', 18), 10)];
    expect(addExpected(at, weeks, comparison)[0]?.usual).toBeNull();
    const more = [...weeks, bucket(hourAt('2025-10-30', 18), 20)];
    expect(addExpected(at, more, comparison)[0]?.usual).toBe(15);
  });
});

describe('a change', () => {
  const answer = (over: object) =>
    parseAnswer({
      data: [{ label: 'all', value: 500 }],
      comparison: [{ label: 'all', value: 200 }],
      evolution: [{ label: 'all', value: 50 }],
      comparisonCoverage: { known: 45, asked: 90 },
      ...over,
    });

  const people = { kind: 'flow' } as const;
  const air = { kind: 'sample' } as const;

  it('is that from the usual of the whole, which is scaled from the known part', () => {
    expect(getAnswerTotal(answer({}), people)).toMatchObject({
      usual: 500 / 1.5,
      known: { value: 300, usual: 200 },
      tooFew: null,
    });
    expect(getAnswerValues(answer({}), people).get('all')?.usual).toBe(500 / 1.5);
    // What does not add up keeps its difference.
    expect(getAnswerTotal(answer({}), air)).toMatchObject({ usual: 400, known: { value: 300, usual: 200 } });
    expect(getAnswerTotal(answer({ evolution: [{ label: 'all', value: 150 }] }), people).usual).toBe(200);
  });

  it('is none where less than half can be compared, which is said instead', () => {
    const few = { comparisonCoverage: { known: 32, asked: 90 } };
    expect(getAnswerTotal(answer(few), air)).toMatchObject({ usual: null, tooFew: { known: 32, asked: 90 } });
    // What adds up is judged by its own part, whatever the time: nobody comes at night.
    expect(getAnswerTotal(answer(few), people)).toMatchObject({ usual: 500 / 1.5, tooFew: null });
    const less = { evolution: [{ label: 'all', value: 20 }] };
    expect(getAnswerTotal(answer({ ...few, ...less }), people)).toMatchObject({
      usual: null,
      tooFew: { known: 32, asked: 90 },
    });
    expect(getAnswerTotal(answer(less), people)).toMatchObject({ usual: null, tooFew: { share: 0.48 } });
    expect(getAnswerTotal(answer({ comparisonCoverage: null }), air).tooFew).toBeNull();
  });
});

describe('typical week', () => {
  it('reads the hours of each weekday that any week knows', () => {
    const week = parseTypicalWeek({
      data: [
        {
          label: 'MONDAY',
          value: [
            { label: '8', value: null, state: 'missing' },
            { label: '9', value: 20.5 },
          ],
        },
        { label: 'SUNDAY', value: [{ label: '9', value: null, state: 'closed' }] },
      ],
      comparison: null,
    });
    expect([...week.keys()]).toEqual([1]);
    expect(week.get(1)?.[9]).toBe(20.5);
    expect(week.get(1)?.[8]).toBeNull();
    expect(findBusyHours(week)).toEqual({ first: 9, last: 9 });
  });

  it('brings together one hour of each of eight weeks, by the site’s clock across a clock change', () => {
    const hours = listHoursOfWeek(site, '2025-11-20', 1, 9);
    expect(hours.map(({ from }) => new Date(from).toISOString())).toEqual([
      '2025-09-29T07:00:00.000Z',
      '2025-10-06T07:00:00.000Z',
      '2025-10-13T07:00:00.000Z',
      '2025-10-20T07:00:00.000Z',
      '2025-10-27T08:00:00.000Z',
      '2025-11-03T08:00:00.000Z',
      '2025-11-10T08:00:00.000Z',
      '2025-11-17T08:00:00.000Z',
    ]);
  });
});

describe('coverage of some devices', () => {
  const minute = 60_000;
  const silent = (deviceId: number, from: number, to: number) => ({ deviceId, from: from * minute, to: to * minute });
  const day = [{ from: 0, to: 100 * minute }];
  it('weighs silence by device and counts only time that has passed', () => {
    expect(computePartCoverage([1, 2], [silent(1, 10, 30), silent(9, 0, 50)], day, 50 * minute)).toMatchObject({
      ratio: 0.8,
      silentDevices: 1,
      silentNow: 0,
      offlineSince: null,
    });
  });
  it('is offline once every device is silent to the end', () => {
    expect(computePartCoverage([1, 2], [silent(1, 10, 50), silent(2, 30, 50)], day, 50 * minute)).toMatchObject({
      offlineSince: 30 * minute,
      silentNow: 2,
    });
    // A merged silence counts with its own time and is not the longest one.
    const merged = { ...silent(1, 0, 80), count: 10, time: 20 * minute };
    expect(computePartCoverage([1], [merged, silent(1, 90, 100)], day, 200 * minute)).toMatchObject({
      ratio: 0.7,
      silentDevices: 1,
      silence: { from: 90 * minute, to: 100 * minute },
    });
    expect(computePartCoverage([], [], day, 50 * minute)).toMatchObject({ ratio: null, offlineSince: null });
  });
  it('stays offline until the next answer says otherwise', () => {
    const answeredAt50 = [silent(1, 10, 50)];
    const at = (now: number) => computePartCoverage([1], answeredAt50, day, now * minute).silentNow;
    expect([50, 51, 52, 53, 60].map(at)).toEqual([1, 1, 1, 0, 0]);
    // For finished days the span ends with the day.
    expect([99, 100].map((to) => computePartCoverage([1], [silent(1, 10, to)], day, 200 * minute).silentNow)).toEqual([
      0, 1,
    ]);
  });
});

describe('C08 sites that count people', () => {
  test.each([
    [['co2', 'comfortScore'], null, null, false],
    [['co2', 'inside'], null, null, true],
    [['affluenceIn'], 0, 10, true],
    [['affluenceIn'], 0, 5, false],
    [['affluenceIn'], 6, null, false],
  ])('%j from %s to %s: %s', (metrics, begin, end, counts) => {
    expect(countsPeople([{ metrics, begin, end }], 5)).toBe(counts);
  });
});

describe('questions of the overview', () => {
  const lakeside: QueriedSite = { topZoneIds: [zone(4), zone(2)], calendar: site, hasEnergy: false };
  const auckland = { ...site, timezone: 'Pacific/Auckland' };
  const station: QueriedSite = { topZoneIds: [zone(3)], calendar: auckland, hasEnergy: true };

  it('are asked in the same words in whatever order the sites stand, people before what is looked at later', () => {
    const requests = (sites: readonly QueriedSite[]) => {
      const questions = buildOverviewQuestions(sites, thursday);
      return questions && groupOverviewRequests(questions);
    };
    const asked = requests([lakeside, station]);
    expect(requests([station, lakeside])).toEqual(asked);
    expect(asked?.[0]).toHaveLength(4);
    expect(asked?.[1]?.[0]).toEqual(toOverviewEnergy([zone(3)]));
    expect(requests([lakeside])?.[1]?.map(({ metric }) => metric)).not.toContain('electricityConsumption');
    for (const query of asked?.flat() ?? []) expect(parseQuery(query)).toMatchObject({ ok: true });
    expect(requests([{ ...lakeside, topZoneIds: [] }])).toBeNull();
  });
});
