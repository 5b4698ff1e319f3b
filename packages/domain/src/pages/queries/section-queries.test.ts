import { describe, expect, it } from 'vitest';
import { id, type ZoneId } from '../../core/index.ts';
import { type DayRange, toDayRange } from '../../numbers/index.ts';
import { type SectionQuestion, toSectionQueries } from './section-queries.ts';

const zoneIds = [id<ZoneId>(1)];
const asked = (ranges: readonly DayRange[], more: Partial<SectionQuestion> = {}) =>
  toSectionQueries({
    zoneIds,
    partZoneIds: [],
    partsBy: 'DEVICE',
    metrics: ['co2'],
    week: null,
    ranges,
    hours: 'all',
    isWhileOpen: true,
    day: null,
    calendar: {
      timezone: 'Europe/Zurich',
      changeOfDay: '00:00',
      openingHours: { spans: [], reset: false },
      closedDates: [],
    },
    compare: 'PREVIOUS',
    today: '2025-11-20',
    ...more,
  }).metrics.get('co2');

const week = [toDayRange('2025-11-14', '2025-11-20')];
const month = [toDayRange('2025-10-22', '2025-11-20')];
const years = [toDayRange('2024-01-01', '2025-11-20')];

describe('the air of a page', () => {
  it.each([week, month, years])('over days from %j has steps of the same hours as its totals', (...ranges) => {
    const found = asked(ranges);
    expect(found?.total.hours).toEqual({ openingOnly: true });
    for (const name of ['course', 'expected', 'parts', 'partCourse'] as const)
      expect(found?.[name]?.hours).toEqual({ openingOnly: true });
  });

  it('through a day runs through the night', () => {
    const found = asked([toDayRange('2025-11-20', '2025-11-20')]);
    expect(found?.total.hours).toEqual({ openingOnly: true });
    for (const name of ['course', 'expected', 'partCourse'] as const) expect(found?.[name]?.hours).toBeUndefined();
  });

  it('uses the chosen hours throughout, and all hours where nothing is rated', () => {
    const chosen = asked(week, { hours: 'morning' });
    expect(chosen?.course.hours).toEqual(chosen?.total.hours);
    expect(asked(week, { isWhileOpen: false })?.course.hours).toBeUndefined();
  });
});
