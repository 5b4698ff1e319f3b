import { findBand, type LabelledValue, type RawQuery, toDayRange } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { defaultFilters, resolveFilters, type SectionQuestion, toSectionQueries } from '@atrium/domain/pages';
import { describe, expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { explainNumber, findNamesQuery, type NumberQuestion } from '../explain/explain-number.ts';
import { askSection } from './ask-section.ts';
import { formatSectionPart, parseSectionPart } from './section-model.ts';

const now = parseClock('2026-03-12T14:10');
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
const reader = { t: (id: string) => id, locale: 'en', dateFormat: 'DD/MM/YYYY' };
const bands = (metric: string) => findBand([], metric, null, '2026-03-12');
/** Returns the explanation of a part, with the ids of names if they are known. */
function explain(
  part: string,
  context: Parameters<typeof askSection>[1],
  spans: Parameters<typeof askSection>[2],
  idOf?: Parameters<typeof explainNumber>[3],
) {
  const question = askSection(part, context, spans, reader);
  return question && explainNumber(question, spans, { reader, now }, idOf);
}
const explained = (part: string, ...spans: { readonly from: number; readonly to: number }[]) =>
  explain(part, { queries, site, filters, now, bandOf: bands, places: ['3', '4'] }, spans);
const hour = (at: string) => ({ from: parseClock(at), to: parseClock(at) + 3_600_000 });

describe('a number of a section', () => {
  it('is explained by the question it alone answers, with its zone, days and comparison', () => {
    const found = explained('co2');
    expect(found).toMatchObject({ title: 'metric.co2', place: 'Arcades du Lac', mode: 'EXPECTED', among: [] });
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

  it('that the page does not query has no explanation', () => expect(explained('noise')).toBeNull());
});

const conditionsOf = (query: RawQuery | null | undefined) => query?.filters?.conditions;
const answer = (data: readonly LabelledValue[]) => ({
  data,
  comparison: null,
  granularity: 1800,
  coverage: { ratio: 1, silent: [] },
  notTold: [],
});

describe('a number of a part', () => {
  it('is about its zone alone, over the same time', () => {
    const found = explained('co2/3');
    expect(found).toMatchObject({ title: 'metric.co2', place: 'Food court', mode: 'EXPECTED' });
    expect(conditionsOf(found?.query)).toContainEqual({ criterion: 'ZONES', values: ['3'] });
    expect(found?.query.groupBy).toBeUndefined();
  });

  it('of a door is about the door of that name, which is looked up', () => {
    const byDoor = toSectionQueries({ ...question, partsBy: 'PASSAGE' });
    const context = { queries: byDoor, site, filters, now, bandOf: null, places: [] };
    const part = 'affluenceIn/North / south';
    const namesOf = (of: string) => findNamesQuery(askSection(of, context, [], reader) as NumberQuestion);
    expect(namesOf(part)).toMatchObject({ metric: 'affluenceIn', filters: { conditions: [{}, {}] } });
    expect(namesOf('affluenceIn')).toBeNull();
    const found = explain(part, context, [], (type, label) =>
      type === 'PASSAGE' && label === 'North / south' ? 12 : null,
    );
    expect(found).toMatchObject({ place: 'North / south' });
    expect(conditionsOf(found?.query)).toContainEqual({ criterion: 'PASSAGES', values: ['12'] });
    expect(explain(part, context, [])).toBeNull();
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

  it('that is a rating rates the worst mean of the sensors, by which limits', () => {
    const found = explained('rating:co2/3');
    expect(found?.title).toBe('section.comfort');
    expect(found?.derived?.query?.groupBy).toEqual([{ type: 'DEVICE' }]);
    expect(conditionsOf(found?.derived?.query)).toContainEqual({ criterion: 'ZONES', values: ['3'] });
    const sensors = answer([
      { label: 'Window', value: 640 },
      { label: 'Corner', value: 1240 },
      { label: 'Broken', value: null },
    ]);
    expect(found?.derived?.of(sensors, 940)).toMatchObject({ text: '2 / 5' });
    expect(found?.derived?.of(answer([]), null)).toMatchObject({ text: '– / 5' });
    expect(found?.derived?.of(sensors, 940).how.split('explain.rated.below')).toHaveLength(5);
  });

  it('that is a share of time is worked out from the courses of all places', () => {
    const { derived } = explained('goodTime:co2') ?? {};
    expect(derived?.query?.groupBy).toEqual([{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 300 }]);
    const course = (...values: (number | null)[]) =>
      values.map((value, place) => ({ label: `2026-03-12T${10 + place}:00`, value }));
    const courses = answer([
      { label: '1', value: course(1500, 1500, 1500, 1500) },
      { label: '3', value: course(500, 700, 1300, null) },
      { label: '4', value: course(500, 700, 650, 640) },
    ]);
    expect(derived?.of(courses, 833)).toMatchObject({ text: expect.stringMatching(/^86\s%$/) });
  });

  it('that is a peak is the highest reading of its time, whichever the hours of the totals are', () => {
    const found = explained('highest:co2/3', hour('2026-03-12T13:00'));
    expect(found?.query).toMatchObject({ aggregation: 'MAX' });
    expect(explained('lowest:co2/3')?.query).toMatchObject({ aggregation: 'MIN' });
  });

  it('is of the opening hours where its total is, and of all hours at a step of its course', () => {
    const queries = toSectionQueries({ ...question, isWhileOpen: true });
    const of = (...spans: { from: number; to: number }[]) =>
      explain('co2/3', { queries, site, filters, now, bandOf: bands, places: [] }, spans);
    expect(of()?.query.hours).toEqual({ openingOnly: true });
    expect(of(hour('2026-03-12T03:00'))?.query.hours).toBeUndefined();
  });

  it('at a day of several is of the opening hours, as their total is', () => {
    const ranges = [toDayRange('2026-03-06', '2026-03-12')];
    const queries = toSectionQueries({ ...question, ranges, isWhileOpen: true });
    const day = { from: parseClock('2026-03-11T00:00'), to: parseClock('2026-03-12T00:00') };
    const found = explain('co2', { queries, site, filters, now, bandOf: bands, places: [] }, [day]);
    expect(found?.query.hours).toEqual({ openingOnly: true });
  });

  it.each(['co2', 'co2/12', 'share:co2/12', 'rating:co2/a:b/c', 'highest:co2/12', 'goodTime:co2', 'week'])(
    'is named %s',
    (text) => expect(formatSectionPart(parseSectionPart(text))).toBe(text),
  );
});
