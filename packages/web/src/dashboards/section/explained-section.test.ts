import { defaultFilters, toSectionQueries } from '@atrium/domain/dashboards';
import { parseQuery } from '@atrium/domain/measurements';
import { describe, expect, it } from 'vitest';
import { clock, site } from '../../gallery/site.ts';
import { resolveFilters } from '../filters/resolve.ts';
import { explainedOf } from './explained-section.ts';

const now = clock('2026-03-12T14:10');
const filters = resolveFilters({ ...defaultFilters, timespan: { kind: 'preset', preset: 'today' } }, site, now);
if (filters === null) throw new Error('the site has no zones');
const queries = toSectionQueries({
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
});
const reader = { say: (id: string) => id, locale: 'en' };
const explained = (part: string, ...spans: { readonly from: number; readonly to: number }[]) =>
  explainedOf(part, { queries, site, filters, now, bandOf: null }, spans, reader);
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
