import { describe, expect, test } from 'vitest';
import type { Weekday } from '../../../core/index.ts';
import { findMetric, type LabelledValue, type Metric } from '../../../numbers/index.ts';
import { parseQuery } from '../../../numbers/parsing/parse-query.ts';
import type { Topology } from '../../../sites/index.ts';
import { planWidget } from '../asking/plan-widget.ts';
import { parseStored } from '../parse-stored.ts';
import { noChoice, type WidgetContext } from '../widget-spec.ts';
import { foldGrid } from './fold-grid.ts';
import { parseNumbers, type WidgetSeries } from './widget-series.ts';

const days = (count: number) => [
  { from: '2026-03-02', to: new Date(Date.UTC(2026, 2, 2 + count)).toISOString().slice(0, 10) },
];
const workingDays = [1, 2, 3, 4, 5].map((day) => ({ begin: [day, 9, 0], end: [day, 18, 0] }));
const site = {
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  openingHours: { reset: false, spans: workingDays },
  closedDates: [],
  zones: [{ id: 1, name: 'Shop', parentIds: [], tagIds: [] }],
} as unknown as Topology;

function context(count: number): WidgetContext {
  const filters = {
    ranges: days(count),
    hours: null,
    weekdays: null,
    offeredZoneIds: null,
    zoneId: null,
    genders: null,
    engagements: null,
    tags: [],
    compare: 'USUAL',
  } as const;
  return { sites: [site], filters, now: Date.parse('2026-06-01T10:00:00Z'), choice: noChoice };
}

function gridOf(metric: object) {
  const read = parseStored({
    version: 1,
    id: 1,
    type: 'gridChart',
    title: '',
    order: 0,
    zoneIds: [1],
    metrics: [metric],
  });
  if (read.kind === 'placeholder') throw new Error(JSON.stringify(read.problems));
  return read.widget;
}

function askedOf(metric: object, count: number) {
  const plan = planWidget(gridOf(metric), context(count));
  if (plan.kind !== 'shown') throw new Error(plan.kind);
  expect(plan.queries.map(({ role }) => role)).toEqual(['data']);
  const query = plan.queries[0]?.query ?? { metric: 'none' };
  expect(parseQuery(query)).toMatchObject({ ok: true });
  return query;
}

const hourly = { type: 'DISCONTINUOUS_DATE', period: 'HOURLY' };
const weekday = { type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' };
const byHour = { type: 'DATE', period: 'PT1H' };

describe('a grid asks', () => {
  test.each([
    ['a week', {}, 7, [{ type: 'DATE', granularity: 86_400 }, hourly], undefined],
    ['a month of counts', {}, 31, [weekday, hourly], 'AVERAGE'],
    ['a year of hours', { groupBy: [byHour] }, 365, [weekday, hourly], 'AVERAGE'],
    ['sums where they are wanted', { aggregation: 'sum' }, 31, [weekday, hourly], 'SUM'],
    ['a day by zone', { groupBy: [{ type: 'ZONE' }, byHour] }, 1, [{ type: 'ZONE_ID' }, hourly], undefined],
    ['a week by zone', { groupBy: [byHour, { type: 'ZONE' }] }, 7, [{ type: 'ZONE_ID' }, hourly], 'AVERAGE'],
    [
      'days as days',
      { groupBy: [{ type: 'DATE', period: 'P1D' }] },
      31,
      [{ type: 'DATE', granularity: 86_400 }],
      undefined,
    ],
  ] as const)('%s', (_, metric, count, groupBy, aggregation) => {
    const query = askedOf({ type: 'affluenceIn', ...metric }, count);
    expect([query.groupBy, query.aggregation]).toEqual([groupBy, aggregation]);
  });

  test('a rate and a level for what they are over all the hours', () => {
    for (const type of ['captureRate', 'co2']) expect(askedOf({ type }, 31).aggregation).toBe('AVERAGE');
    expect(askedOf({ type: 'deviceStatus' }, 31).aggregation).toBeUndefined();
  });

  test('nothing to compare with', () => {
    expect(askedOf({ type: 'affluenceIn', compare: 'USUAL' }, 31).compare).toBeUndefined();
  });
});

function read(metric: object, count: number, data: readonly LabelledValue[]) {
  const plan = planWidget(gridOf(metric), context(count));
  if (plan.kind !== 'shown') throw new Error(plan.kind);
  const answer = { data, comparison: null, granularity: 3600, coverage: { ratio: 1, silent: [] }, notTold: [] };
  return parseNumbers(gridOf(metric), plan.queries, [answer], context(count)).series;
}

describe('a grid draws', () => {
  const data = [
    { label: 'SUNDAY', value: [{ label: '9', value: 0 }] },
    {
      label: 'MONDAY',
      value: [
        { label: '10', value: 2.5, partial: true as const },
        { label: '9', value: 0 },
        { label: '20', value: 0 },
        { label: '21', value: 4 },
      ],
    },
    { label: 'TUESDAY', value: [{ label: '9', value: null, state: 'missing' as const }] },
  ];

  test('weekdays in the order of the site’s week', () => {
    const series = read({ type: 'affluenceIn' }, 31, data);
    const rows = (firstWeekday: Weekday) =>
      foldGrid(series, { timezone: 'Europe/Zurich', firstWeekday }).rows.map(
        (row) => row.kind === 'weekday' && row.weekday,
      );
    expect(rows(1)).toEqual([1, 2, 7]);
    expect(rows(7)).toEqual([7, 1, 2]);
    expect(rows(2)).toEqual([2, 7, 1]);
  });

  test('each answer in a cell of its own: 0 while it is open, nothing of an hour in which it is shut', () => {
    const grid = foldGrid(read({ type: 'affluenceIn' }, 31, data), { timezone: 'Europe/Zurich' });
    expect(grid.rows).toEqual([1, 2, 7].map((day) => ({ kind: 'weekday', weekday: day })));
    expect(grid.columns).toEqual([9, 10, 20, 21].map((hour) => ({ kind: 'hour', hour })));
    expect(grid.cells).toEqual([
      [0, 2.5, null, 4],
      [null, null, null, null],
      [null, null, null, null],
    ]);
    expect(grid.sources[0]?.[1]?.series.key).toBe('0/MONDAY/10');
  });

  test('a temperature of 0 as what it is, whether it is open or not', () => {
    const grid = foldGrid(read({ type: 'temperature' }, 31, data), { timezone: 'Europe/Zurich' });
    expect(grid.cells).toEqual([
      [0, 2.5, 0, 4],
      [null, null, null, null],
      [0, null, null, null],
    ]);
  });

  test('what is split in more than two ways with all but the last down', () => {
    const metric = findMetric('affluenceIn') as Metric;
    const of = (labels: readonly string[], value: number): WidgetSeries => ({
      key: labels.join('/'),
      index: 0,
      metric,
      groups: labels.map((label, depth) => ({
        type: ['GENDER', 'AGE_CATEGORY', 'HOURLY'][depth] ?? '',
        label,
        zoneId: null,
      })),
      point: { state: 'known', value, partial: false },
      usual: null,
      range: null,
      tooFew: null,
      times: null,
      buckets: null,
    });
    const grid = foldGrid([of(['male', 'child', '9'], 1), of(['female', 'child', '9'], 2)], { timezone: 'UTC' });
    expect([grid.rows.length, grid.columns.length, grid.cells]).toEqual([2, 1, [[1], [2]]]);
  });
});
