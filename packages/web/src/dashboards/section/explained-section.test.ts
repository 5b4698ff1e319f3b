import { defaultFilters, type SectionQuestion, toSectionQueries } from '@atrium/domain/dashboards';
import { bandAt, type LabelledValue, parseQuery, type RawQuery } from '@atrium/domain/measurements';
import { describe, expect, it } from 'vitest';
import { clock, site } from '../../gallery/site.ts';
import { resolveFilters } from '../filters/resolve.ts';
import { explainedOf, namesAskedBy } from './explained-section.ts';
import { readPart, writePart } from './section-part.ts';

const now = clock('2026-03-12T14:10');
const filters = resolveFilters({ ...defaultFilters, timespan: { kind: 'preset', preset: 'today' } }, site, now);
if (filters === null) throw new Error('the site has no zones');
const question: SectionQuestion = {
  zoneIds: filters.counted.map(({ id }) => id),
  partZoneIds: [],
  partsBy: 'ZONE_ID',
  metrics: ['co2', 'affluenceIn'],
  week: 'affluenceIn',
  ranges: filters.ranges,
  hours: 'all',
  day: null,
  calendar: site.topology,
  compare: 'USUAL',
  today: filters.today,
};
const queries = toSectionQueries(question);
const reader = { say: (id: string) => id, locale: 'en' };
const bands = (metric: string) => bandAt([], metric, null, '2026-03-12');
const explained = (part: string, ...spans: { readonly from: number; readonly to: number }[]) =>
  explainedOf(part, { queries, site, filters, now, bandOf: bands }, spans, reader);
const hour = (at: string) => ({ from: clock(at), to: clock(at) + 3_600_000 });

describe('a number of a section', () => {
  it('is explained by the question it alone answers, with its zone, days and comparison', () => {
    const found = explained('co2');
    expect(found).toMatchObject({ title: 'metric.co2', place: 'Arcades du Lac', mode: 'USUAL', among: [] });
    expect(found?.query.groupBy).toBeUndefined();
    expect(found?.query.filters?.conditions).toEqual([
      { criterion: 'ZONES', values: ['1'] },
      { criterion: 'DATE', values: ['2026-03-12/2026-03-13'] },
    ]);
    expect(found?.format(742)).toBe('742\u00a0ppm');
  });

  it('at a step of its course is about that stretch of time', () => {
    const found = explained('affluenceIn', hour('2026-03-12T09:00'));
    expect(found?.span).toEqual(hour('2026-03-12T09:00'));
    expect(found?.query.filters?.conditions).toContainEqual({
      criterion: 'DATE',
      values: ['2026-03-12T08:00:00.000Z/2026-03-12T09:00:00.000Z'],
    });
  });

  it('of the typical week is the mean of its hours, and compared with nothing', () => {
    const found = explained('week', hour('2026-03-03T09:00'), hour('2026-03-10T09:00'));
    expect(found).toMatchObject({ mode: null, query: { aggregation: 'AVERAGE', granularity: 3600 } });
    expect(found?.among).toHaveLength(2);
    expect(parseQuery(found?.query ?? { metric: '' }).ok).toBe(true);
  });

  it('that the page does not ask for is not explained', () => expect(explained('noise')).toBeNull());
});

const conditionsOf = (query: RawQuery | null | undefined) => query?.filters?.conditions;
const answer = (data: readonly LabelledValue[]) => ({
  data,
  comparison: null,
  granularity: 1800,
  coverage: { ratio: 1, silent: [] },
});

describe('a number of a part', () => {
  it('is about its zone alone, over the same time', () => {
    const found = explained('co2/3');
    expect(found).toMatchObject({ title: 'metric.co2', place: 'Food court', mode: 'USUAL' });
    expect(conditionsOf(found?.query)).toContainEqual({ criterion: 'ZONES', values: ['3'] });
    expect(found?.query.groupBy).toBeUndefined();
  });

  it('of a door is about the door of that name, which is looked up', () => {
    const byDoor = toSectionQueries({ ...question, partsBy: 'PASSAGE' });
    const ground = { queries: byDoor, site, filters, now, bandOf: null };
    const part = 'affluenceIn/North / south';
    expect(namesAskedBy(part, ground)).toMatchObject({ metric: 'affluenceIn', filters: { conditions: [{}, {}] } });
    expect(namesAskedBy('affluenceIn', ground)).toBeNull();
    const found = explainedOf(part, ground, [], reader, (type, label) =>
      type === 'PASSAGE' && label === 'North / south' ? 12 : null,
    );
    expect(found).toMatchObject({ place: 'North / south' });
    expect(conditionsOf(found?.query)).toContainEqual({ criterion: 'PASSAGES', values: ['12'] });
    expect(explainedOf(part, ground, [], reader)).toBeNull();
  });

  it('that is a share says of how much, and asks for the whole', () => {
    const found = explained('share:affluenceIn/3');
    expect(conditionsOf(found?.query)).toContainEqual({ criterion: 'ZONES', values: ['3'] });
    expect(conditionsOf(found?.derived?.query)).toContainEqual({ criterion: 'ZONES', values: ['1'] });
    expect(found?.derived?.of(answer([{ label: '', value: 400 }]), 100)).toMatchObject({
      text: expect.stringMatching(/^25\s%$/),
    });
    expect(found?.mode).toBeNull();
  });

  it('that is a rating says of which sample, by which limits', () => {
    const found = explained('rating:co2/3', hour('2026-03-12T13:00'));
    expect(found?.title).toBe('section.comfort');
    expect(found?.derived?.query).toBeNull();
    expect(found?.derived?.of(null, 1240)).toMatchObject({ text: '2 / 5' });
    expect(found?.derived?.of(null, null)).toMatchObject({ text: '– / 5' });
    expect(found?.derived?.of(null, 1240).how.split('explain.rated.below')).toHaveLength(5);
  });

  it('that is a share of time is worked out from the course', () => {
    const { derived } = explained('goodTime:co2') ?? {};
    expect(derived?.query?.groupBy).toEqual([{ type: 'DATE', granularity: 1800 }]);
    const course = [500, 700, 1300, null].map((value, place) => ({ label: `2026-03-12T${10 + place}:00`, value }));
    expect(derived?.of(answer(course), 833)).toMatchObject({ text: expect.stringMatching(/^67\s%$/) });
  });

  it.each(['co2', 'co2/12', 'share:co2/12', 'rating:co2/a:b/c', 'goodTime:co2', 'week'])('is named %s', (text) =>
    expect(writePart(readPart(text))).toBe(text),
  );
});
