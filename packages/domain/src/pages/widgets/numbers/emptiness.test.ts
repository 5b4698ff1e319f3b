import { expect, it } from 'vitest';
import { findMetric, type Metric, type Point } from '../../../numbers/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { WidgetContext } from '../widget-spec.ts';
import { findEmptiness } from './emptiness.ts';
import { buildFlatTable } from './flat-table.ts';
import type { WidgetNumbers, WidgetSeries } from './widget-series.ts';

const widget = { type: 'lineChart', title: '' } as unknown as Widget;
const context = {
  sites: [],
  filters: { ranges: [], tags: [], zoneId: null, offeredZoneIds: null },
  choice: {},
} as unknown as WidgetContext;

const series = (point: Point, label = 'all'): WidgetSeries => ({
  key: label,
  index: 0,
  metric: findMetric('affluenceIn') as Metric,
  groups: [{ type: 'ZONE', label, zoneId: null }],
  point,
  usual: null,
  range: null,
  tooFew: null,
  times: null,
  buckets: null,
});
const cost = (point: Point): WidgetSeries => ({
  ...series(point),
  metric: findMetric('electricityCost') as Metric,
});
const numbers = (all: readonly WidgetSeries[], notTold: WidgetNumbers['notTold'] = [], ratio: number | null = 1) => ({
  series: all,
  coverage: { ratio, silent: [] },
  notTold,
});
const none: Point = { state: 'missing', notTold: ['gender'] };
const known = (value: number): Point => ({ state: 'known', value, partial: false });

it.each([
  ['sensors that all reported and tell no gender', numbers([series(none)], ['gender']), 'notTold'],
  ['the same by gender, of which there is none to list', numbers([], ['gender']), 'notTold'],
  ['the same while they are silent: they would not tell it either', numbers([series(none)], ['gender'], 0), 'notTold'],
  ['sensors that reported and counted nobody', numbers([series(known(0))]), 'nobody'],
  ['sensors that did not report', numbers([series({ state: 'missing' })], [], 0), 'offline'],
  ['a site that tells beside one that does not', numbers([series(known(3)), series(none, 'other')]), null],
  ['nothing that is asked about', numbers([]), 'noMatch'],
  ['a cost of meters that reported', numbers([cost({ state: 'missing' })]), 'noTariff'],
  ['a cost of meters of which some reported', numbers([cost({ state: 'missing' })], [], 0.1), 'noTariff'],
  ['a cost of meters that did not report', numbers([cost({ state: 'missing' })], [], 0), 'offline'],
  ['a cost that is 0', numbers([cost(known(0))]), null],
])('a widget is empty for a reason: %s', (_, given, reason) => {
  expect(findEmptiness(widget, given, context)).toBe(reason);
});

const words = {
  metric: () => 'Entries',
  group: ({ groups }: WidgetSeries) => groups[0]?.label ?? '',
  time: String,
  first: 'Value',
  usual: 'Usual',
  lower: 'Lower',
  upper: 'Upper',
};

it('a table has usual values as they are shown beside the numbers', () => {
  const compared = (label: string, usual: number, range: WidgetSeries['range']) => ({
    ...series(known(12), label),
    ...{ usual, range },
  });
  const hall = compared('Hall', 66_500.4, { lower: 51_000.2, upper: 80_000.6 });
  const table = buildFlatTable([hall, compared('Bar', 9.46, null)], words);
  expect(table.columns.slice(-3)).toEqual(['Entries_Usual', 'Entries_Lower', 'Entries_Upper']);
  expect(table.rows).toEqual([
    { label: 'Hall', values: [12, 66_500, 51_000, 80_001] },
    { label: 'Bar', values: [12, 9.5, null, null] },
  ]);
});

it('a table says of each place why it has no number', () => {
  const table = buildFlatTable(
    [series(known(0), 'Hall'), series(none, 'Bar'), series({ state: 'missing' }, 'Attic')],
    words,
  );
  expect(table.rows).toEqual([
    { label: 'Hall', values: [0] },
    { label: 'Bar', values: [['gender']] },
    { label: 'Attic', values: [null] },
  ]);
});
