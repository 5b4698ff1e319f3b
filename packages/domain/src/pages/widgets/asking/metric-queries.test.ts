import { aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import type { ZoneId } from '../../../core/index.ts';
import type { RawQuery } from '../../../numbers/index.ts';
import { parseQuery } from '../../../numbers/parsing/parse-query.ts';
import { parseStored } from '../parse-stored.ts';
import { noChoice, type PageFilters, type WidgetContext } from '../widget-spec.ts';
import { planWidget } from './plan-widget.ts';

const site = aSite(1, { zones: [aZone(1), aZoneWithin(2, [1])] });
const filters: PageFilters = {
  ranges: [{ from: '2026-11-20', to: '2026-11-21' }],
  hours: null,
  weekdays: null,
  offeredZoneIds: [1 as ZoneId],
  zoneId: null,
  genders: null,
  engagements: null,
  tags: [],
  compare: 'PREVIOUS',
};

function asked(
  type: string,
  metric: object,
  more: object = {},
  context: Partial<WidgetContext> = {},
): readonly RawQuery[] {
  const found = parseStored({ id: 1, version: 1, type, title: '', order: 0, metrics: [metric], ...more });
  if (found.kind !== 'widget') throw new Error(JSON.stringify(found));
  const at = Date.parse('2026-11-22T12:00:00Z');
  const plan = planWidget(found.widget, { sites: [site], filters, now: at, choice: noChoice, ...context });
  if (plan.kind !== 'shown') throw new Error(plan.kind);
  for (const { query } of plan.queries) expect(parseQuery(query)).toMatchObject({ ok: true });
  return plan.queries.map(({ query }) => query);
}

const byZone = [{ type: 'ZONE' }];
const byTime = [{ type: 'DATE' }];

describe('a metric of a widget (G03)', () => {
  test.each<[what: string, type: string, metric: object, query: object]>([
    ['is asked', 'pieChart', {}, { metric: 'affluenceIn' }],
    ['in its step of time', 'lineChart', { granularity: 900 }, { groupBy: [{ type: 'DATE', granularity: 900 }] }],
    [
      'in the step its grouping names',
      'lineChart',
      { groupBy: [{ type: 'DATE', period: 'PT30M' }] },
      { groupBy: [{ type: 'DATE', granularity: 1800 }] },
    ],
    ['beside another', 'pieChart', { complementary: 'co2' }, { complementary: 'co2' }],
    ['in its aggregation', 'pieChart', { aggregation: 'max' }, { aggregation: 'MAX' }],
    [
      'sorted and cut',
      'barChart',
      { sortBy: { type: 'VALUE', order: 'DESC' }, limit: 3 },
      { sortBy: { type: 'VALUE', order: 'DESC' }, limit: 3 },
    ],
    ['of doors', 'pieChart', { target: 'PASSAGE' }, { target: 'PASSAGE' }],
    ['of doors of a kind', 'pieChart', { passageType: 'ENTRANCE' }, { passageType: 'ENTRANCE' }],
    ['against what is chosen on the page', 'pieChart', { compare: 'USUAL' }, { compare: 'PREVIOUS' }],
    ['against what it names itself', 'pieChart', { compare: 'YEAR' }, { compare: 'YEAR' }],
    ['by what its type is split by', 'barChart', {}, { groupBy: [{ type: 'ZONE_ID' }] }],
    [
      'by what it is split by, time last',
      'columnChart',
      { groupBy: [...byTime, ...byZone] },
      { groupBy: [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 1800 }] },
    ],
    [
      'by a tag',
      'pieChart',
      { groupBy: [{ type: 'TAG', tagId: 4, tagIds: [4, 5] }] },
      { groupBy: [{ type: 'TAG', tagId: 4, tagIds: [4, 5] }] },
    ],
    [
      'by weekdays',
      'pieChart',
      { groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' }] },
      { groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' }] },
    ],
    [
      'under its own conditions',
      'pieChart',
      { filters: { operator: 'AND', conditions: [{ criterion: 'GENDER', values: ['female'] }] } },
      { filters: { conditions: expect.arrayContaining([{ criterion: 'GENDER', values: ['female'] }]) } },
    ],
  ])('%s', (_, type, metric, query) => {
    expect(asked(type, { type: 'affluenceIn', ...metric })[0]).toMatchObject(query);
  });

  test('how full a site was on a day that is over is not how full it was at midnight', () => {
    const spans = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ begin: [day, 9, 0] as const, end: [day, 18, 0] as const }));
    const shop = { ...site, openingHours: { spans, reset: false }, timezone: 'UTC' } as typeof site;
    const askedAt = (time: string, more: object = {}) => {
      const found = parseStored({
        id: 1,
        version: 1,
        type: 'circleChart',
        title: '',
        order: 0,
        metrics: [{ type: 'occupancy', aggregation: 'last', ...more }],
      });
      if (found.kind !== 'widget') throw new Error('not read');
      const plan = planWidget(found.widget, {
        sites: [shop],
        filters,
        now: Date.parse(`2026-11-${time}:00Z`),
        choice: noChoice,
      });
      const query = plan.kind === 'shown' ? plan.queries.find(({ role }) => role === 'data')?.query : undefined;
      expect(query && parseQuery(query)).toMatchObject({ ok: true });
      return [query?.aggregation, query?.hours];
    };
    expect(askedAt('20T12:00')).toEqual(['LAST', undefined]);
    expect(askedAt('20T08:00')).toEqual(['LAST', undefined]);
    expect(askedAt('20T18:00')).toEqual([undefined, { openingOnly: true }]);
    expect(askedAt('22T12:00')).toEqual([undefined, { openingOnly: true }]);
    expect(askedAt('22T12:00', { aggregation: 'max' })).toEqual(['MAX', undefined]);
  });

  test.each(['inside', 'occupancy'])('%s of a running day is that of now', (type) => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect(asked('kpis', { type }, {}, { now })[0]).toMatchObject({ metric: type, aggregation: 'LAST' });
  });

  test('how full a site was in several days is no moment', () => {
    const days = { ...filters, ranges: [{ from: '2026-11-14', to: '2026-11-21' }] };
    const [query] = asked(
      'kpis',
      { type: 'occupancy' },
      {},
      { now: Date.parse('2026-11-20T12:00:00Z'), filters: days },
    );
    expect(query?.aggregation).toBeUndefined();
    expect(asked('kpis', { type: 'occupancy' })[0]?.aggregation).toBeUndefined();
  });

  test.each<[what: string, time: string, more: object, isAsked: boolean]>([
    ['are asked while the site is open', '2026-11-20T12:00', {}, true],
    ['are not asked before it opens', '2026-11-20T08:59', {}, false],
    ['are not asked once it has closed', '2026-11-20T18:00', {}, false],
    ['are not asked on a day on which it stays closed', '2026-11-22T12:00', {}, false],
    [
      'are not asked of several stretches of days',
      '2026-11-20T12:00',
      {
        ranges: [
          { from: '2026-11-10', to: '2026-11-12' },
          { from: '2026-11-20', to: '2026-11-21' },
        ],
      },
      false,
    ],
  ])('D08 people inside %s', (_, time, more, isAsked) => {
    const spans = [1, 2, 3, 4, 5, 6].map((day) => ({ begin: [day, 9, 0] as const, end: [day, 18, 0] as const }));
    const shop = { ...site, openingHours: { spans, reset: false }, timezone: 'UTC' } as typeof site;
    const metrics = [{ type: 'inside' }, { type: 'affluenceIn' }];
    const context = { sites: [shop], filters: { ...filters, ...more }, now: Date.parse(`${time}:00Z`) };
    const names = new Set(asked('table', {}, { metrics }, context).map(({ metric }) => metric));
    expect([...names]).toEqual(isAsked ? ['inside', 'affluenceIn'] : ['affluenceIn']);
  });

  test('how full it was at most is asked as such', () => {
    expect(asked('kpis', { type: 'occupancy', aggregation: 'max' })[0]).toMatchObject({ aggregation: 'MAX' });
  });

  test('has its course, and what is expected of it, asked with a figure and never with a share', () => {
    expect(asked('kpis', { type: 'affluenceIn', compare: 'USUAL' })).toHaveLength(3);
    expect(asked('kpis', { type: 'affluenceIn' })).toHaveLength(2);
    expect(asked('pieChart', { type: 'affluenceIn', compare: 'USUAL' })).toHaveLength(1);
  });

  test('cannot be asked under conditions of which one is enough: nothing answers that', () => {
    const conditions = [{ criterion: 'GENDER', values: ['female'] }];
    const stored = { id: 1, type: 'pieChart', title: '', order: 0, filters: { operator: 'OR', conditions } };
    expect(parseStored(stored)).toMatchObject({ kind: 'placeholder', why: 'unreadable' });
  });
});
