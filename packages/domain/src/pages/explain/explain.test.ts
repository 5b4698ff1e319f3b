import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawCondition } from '../../numbers/index.ts';
import { parseQuery } from '../../numbers/parsing/parse-query.ts';
import { buildExplainedQuery, findSourceHours, formatNumberKey, parseNumberKey } from './index.ts';

const calendar = {
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  openingHours: { spans: [], reset: false },
  closedDates: [],
} as const;
const at = (text: string) => Date.parse(text);
const asked = {
  metric: 'affluenceIn',
  filters: {
    conditions: [
      { criterion: 'ZONES', values: ['1', '2'] },
      { criterion: 'DATE', values: ['2025-11-20/2025-11-21'] },
    ],
  },
  groupBy: [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 1800 }],
  compare: 'USUAL',
  sortBy: { type: 'VALUE' },
  limit: 3,
};

describe('the question behind a number', () => {
  it('is about its own group and stretch of time, and nothing else', () => {
    const span = { from: at('2025-11-20T11:30:00Z'), to: at('2025-11-20T12:00:00Z') };
    expect(buildExplainedQuery(asked, [{ type: 'ZONE_ID', label: 'Hall', zoneId: 2 }], [span])).toEqual({
      metric: 'affluenceIn',
      filters: {
        conditions: [
          { criterion: 'ZONES', values: ['2'] },
          { criterion: 'DATE', values: ['2025-11-20T11:30:00.000Z/2025-11-20T12:00:00.000Z'] },
        ],
      },
    });
  });

  it('keeps to the kind of people a group is of, and is not known for groups without a condition', () => {
    const of = (type: string, label: string) => buildExplainedQuery(asked, [{ type, label, zoneId: null }], []);
    expect(of('GENDER', 'female')?.filters?.conditions).toContainEqual({ criterion: 'GENDER', values: ['female'] });
    expect(of('ALL', 'all')?.filters?.conditions).toEqual(asked.filters.conditions);
    expect(of('WATER_TEMPERATURE', 'hot')?.filters?.conditions).toContainEqual({
      criterion: 'WATER_TEMPERATURE',
      values: ['hot'],
    });
    expect(of('PASSAGE', 'North door')).toBeNull();
  });

  it.each([
    ['PASSAGE', 'PASSAGES'],
    ['DEVICE', 'DEVICES'],
    ['TAG', 'TAGS'],
    ['TAG_CATEGORY', 'TAG_CATEGORY'],
  ])('of a %s is about the one of that name', (type, criterion) => {
    const idOf = (of: string, label: string) => (of === type && label === 'North' ? 7 : null);
    const of = (label: string) => buildExplainedQuery(asked, [{ type, label, zoneId: null }], [], idOf);
    expect(of('North')?.filters?.conditions).toContainEqual({ criterion, values: ['7'] });
    expect(of('South')).toBeNull();
  });

  it('is not known of stretches apart that are points of a course', () => {
    const hours = [9, 16].map((day) => ({ from: day * 86_400_000, to: day * 86_400_000 + 3_600_000 }));
    expect(buildExplainedQuery(asked, [], hours)).toBeNull();
  });

  it('takes its values together as its innermost group does', () => {
    const groupBy = [{ type: 'ALL' }, { type: 'DATE', aggregation: 'MAX' }];
    expect(buildExplainedQuery({ ...asked, groupBy }, [], [])).toMatchObject({ aggregation: 'MAX' });
  });

  describe('by the clock', () => {
    const byClock = {
      ...asked,
      filters: { conditions: [asked.filters.conditions[0]] as RawCondition[] },
      aggregation: 'AVERAGE',
      groupBy: [
        { type: 'DISCONTINUOUS_DATE', period: 'WEEKDAY' },
        { type: 'DISCONTINUOUS_DATE', period: 'HOURLY' },
      ],
    };
    const weeks = [{ from: '2026-03-09', to: '2026-03-23' }];
    const groups = ['MONDAY', '9'].map((label, index) => ({
      type: index === 0 ? 'WEEKDAY' : 'HOURLY',
      label,
      zoneId: null,
    }));

    it('is about the hours that it brings together, hour by hour', () => {
      const hours = findSourceHours(groups, calendar, weeks) ?? [];
      const query = buildExplainedQuery(byClock, groups, hours);
      expect(query).toEqual({
        metric: 'affluenceIn',
        aggregation: 'AVERAGE',
        granularity: 3600,
        filters: {
          conditions: [
            { criterion: 'ZONES', values: ['1', '2'] },
            {
              criterion: 'DATE',
              values: [
                '2026-03-09T08:00:00.000Z/2026-03-09T09:00:00.000Z',
                '2026-03-16T08:00:00.000Z/2026-03-16T09:00:00.000Z',
              ],
            },
          ],
        },
      });
      expect(query && parseQuery(query)).toMatchObject({ ok: true });
    });

    it('of one date is about the hour of that day, which a bar ends at five', () => {
      const of = (label: string) => [
        { type: 'DATE', label: '2026-03-10T05:00:00+01:00' },
        { type: 'HOURLY', label },
      ];
      const bar = { timezone: 'Europe/Zurich', changeOfDay: '05:00' };
      const begin = (label: string) =>
        findSourceHours(of(label), bar, weeks)?.map(({ from }) => new Date(from).toISOString());
      expect([begin('9'), begin('2')]).toEqual([['2026-03-10T08:00:00.000Z'], ['2026-03-11T01:00:00.000Z']]);
    });

    it('needs a group by hour', () => {
      expect(findSourceHours(groups.slice(0, 1), calendar, weeks)).toBeNull();
      expect(
        buildExplainedQuery({ ...byClock, groupBy: byClock.groupBy.slice(0, 1) }, groups.slice(0, 1), []),
      ).toBeNull();
    });
  });

  it('is accepted by the measurements', () => {
    const query = buildExplainedQuery(
      asked,
      [{ type: 'ZONE_ID', label: 'Hall', zoneId: 2 }],
      [{ from: 0, to: 1_800_000 }],
    );
    expect(query && parseQuery(query)).toMatchObject({ ok: true });
  });
});

describe('the address of a number', () => {
  it('says which number is meant, whatever its name', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .filter((text) => encodeURIComponent(text).length <= 200);
    const spans = fc.array(
      fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1e9 })).map(([from, length]) => ({ from, to: from + length })),
    );
    fc.assert(
      fc.property(name, spans, (name, spans) => {
        expect(parseNumberKey(formatNumberKey({ name, spans }))).toEqual({ name, spans });
      }),
    );
  });

  it('is none where it was cut or made up', () => {
    for (const text of [
      '',
      '@1-2',
      'entries@',
      'entries@5-3',
      '%E0%A4%A',
      'a'.repeat(300),
      'entries@1-2-3',
      'entries@1-2+',
      'entries@1-2+5-3',
    ])
      expect(parseNumberKey(text)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => void parseNumberKey(text)));
  });
});
