import { aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { describe, expect, it } from 'vitest';
import type { TagId } from '../../core/index.ts';
import { parseQuery } from '../../numbers/parsing/parse-query.ts';
import type { Widget } from '../definitions/index.ts';
import { noChoice, type WidgetContext } from '../widgets/index.ts';
import type { MapElement } from './map-config.ts';
import { buildMapQuestions, getElementKey } from './map-questions.ts';

const food = 7 as TagId;
const site = aSite(1, {
  zones: [
    aZone(1),
    { ...aZoneWithin(2, [1]), tagIds: [food] },
    { ...aZoneWithin(3, [1]), tagIds: [food] },
    aZoneWithin(4, [1]),
  ],
});
const context: WidgetContext = {
  sites: [site],
  filters: {
    ranges: [{ from: '2026-11-20', to: '2026-11-21' }],
    hours: null,
    weekdays: null,
    offeredZoneIds: [1 as never],
    zoneId: 4 as never,
    genders: null,
    engagements: null,
    tags: [],
    compare: null,
  },
  now: Date.parse('2026-11-22T12:00:00Z'),
  choice: noChoice,
};
const widget = { id: 1, type: 'mapView', title: '', order: 0, version: 1, zoneIds: [1] } as unknown as Widget;
const box = { x: 0, y: 0, width: 10, height: 10 };
const conditionOf = (query: ReturnType<typeof buildMapQuestions>[number]['query'], criterion: string) =>
  query.filters?.conditions?.find((condition) => condition.criterion === criterion)?.values;

describe('what a map asks (G13)', () => {
  const elements: MapElement[] = [
    { ...box, zoneId: 2 },
    { ...box, zoneId: 4 },
    { ...box, zoneId: 2 },
    { ...box, passageId: 9 },
    { ...box, tagId: food },
    box,
  ];

  it('is one question a metric for all zones, whatever part the reader chose on the page', () => {
    const [first] = buildMapQuestions(widget, context, elements, ['inside']);
    expect(first).toMatchObject({ metric: 'inside', place: null, query: { groupBy: [{ type: 'ZONE_ID' }] } });
    expect(conditionOf(first?.query as never, 'ZONES')).toEqual(['2', '4']);
  });

  it('asks passages for who came through them and for nothing else', () => {
    const places = (metric: string) => buildMapQuestions(widget, context, elements, [metric]).map(({ place }) => place);
    expect(places('affluenceIn')).toEqual([null, 'passage 9', 'tag 7']);
    expect(places('inside')).toEqual([null, 'tag 7']);
    expect(places('co2')).toEqual([null, 'tag 7']);
  });

  it('asks a tag for all its zones as one', () => {
    const asked = buildMapQuestions(widget, context, [{ ...box, tagId: food }], ['affluenceIn']);
    expect(asked.map(({ place }) => place)).toEqual(['tag 7']);
    expect(conditionOf(asked[0]?.query as never, 'ZONES')).toEqual(['2', '3']);
    expect(asked[0]?.query.groupBy).toBeUndefined();
  });

  it('asks nothing for tags that no zone has, for decoration and for unknown metrics', () => {
    expect(buildMapQuestions(widget, context, [{ ...box, tagId: 99 }, box], ['inside'])).toEqual([]);
    expect(buildMapQuestions(widget, context, elements, ['moonlight'])).toEqual([]);
  });

  it('asks what the server takes', () => {
    for (const { query } of buildMapQuestions(widget, context, elements, ['affluenceIn', 'inside', 'co2']))
      expect(parseQuery(query)).toMatchObject({ ok: true });
  });

  it.each([
    [{ ...box, zoneId: 1, passageId: 2, tagId: 3 }, 'zone 1'],
    [{ ...box, passageId: 2, tagId: 3 }, 'passage 2'],
    [{ ...box, tagId: 3 }, 'tag 3'],
    [box, null],
  ])('an element measures one place', (element, place) => {
    expect(getElementKey(element)).toBe(place);
  });
});
