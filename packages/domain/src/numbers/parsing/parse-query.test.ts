import { describe, expect, test } from 'vitest';
import { getQueryKey } from '../measurement-query.ts';
import type { RawCondition, RawQuery } from '../raw-query.ts';
import { parseQuery } from './parse-query.ts';

const ask = (raw: Partial<RawQuery>) => parseQuery({ metric: 'affluenceIn', ...raw });
const where = (...conditions: RawCondition[]) => ({ filters: { conditions } });
const dates = (...values: string[]) => where({ criterion: 'DATE', values });

describe('a query is refused with a message that says why', () => {
  test.for<readonly [string, Partial<RawQuery>, string]>([
    ['unknown metric', { metric: 'joy' }, 'There is no metric "joy"'],
    ['sum of a temperature', { metric: 'temperature', aggregation: 'SUM' }, 'SUM of temperature makes no sense'],
    ['median of a state', { metric: 'inside', aggregation: 'MEDIAN' }, 'MEDIAN of inside makes no sense'],
    ['unknown aggregation', { aggregation: 'MODE' }, '"MODE" is no aggregation'],
    ['aggregation of a grouping', { groupBy: [{ type: 'ZONE', aggregation: 'MODE' }] }, '"MODE" is no aggregation'],
    ['unknown grouping', { groupBy: [{ type: 'MOON' }] }, 'Grouping by "MOON"'],
    ['unknown criterion', where({ criterion: 'MOON', values: ['1'] }), '"MOON" is no criterion'],
    ['no values', where({ criterion: 'ZONES', values: [] }), 'ZONES has no values'],
    ['no id', where({ criterion: 'ZONES', values: ['-1'] }), '"-1" is no id'],
    [
      'twice',
      where({ criterion: 'ZONES', values: ['1'] }, { criterion: 'ZONES', values: ['2'] }),
      'ZONES appears twice',
    ],
    ['no interval', dates('2026-02-14'), '2026-02-14'],
    ['reversed', dates('2026-02-15/2026-02-14'), '2026-02-15'],
    ['empty', dates('2026-02-15/2026-02-15'), '2026-02-15'],
    ['no such date', dates('2026-02-29/2026-03-01'), '2026-02-29'],
    ['without offset', dates('2026-02-14T00:00:00/2026-02-15T00:00:00'), '2026-02-14'],
    [
      'mixed',
      dates('2026-02-14/2026-02-15', '2026-02-14T07:00:00Z/2026-02-14T08:00:00Z'),
      'all be days or all be times',
    ],
    ['no weekday', where({ criterion: 'DAY', values: ['8'] }), '"8" is no weekday'],
    ['odd granularity', { granularity: 77 }, 'granularity is in seconds'],
    ['half of hours', { hours: { from: '08:00' } }, 'hours needs from and to'],
    ['no hours', { hours: { from: '08:00', to: '25:00' } }, 'hours needs from and to'],
    ['gender of air', { metric: 'co2', groupBy: [{ type: 'GENDER' }] }, "co2 can't be split"],
    ['inside of a door', { metric: 'inside', target: 'PASSAGE' }, 'inside belongs to zones'],
    ['limit below 1', { limit: 0 }, 'limit must be'],
    ['an unknown complement', { complementary: 'joy' }, 'There is no metric "joy"'],
  ])('%s', ([, raw, message]) => {
    const query = ask(raw);
    expect(query).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
    expect(!query.ok && query.error.message).toContain(message);
  });

  test('more than 20 000 points of one place', () => {
    const year = dates('2025-01-01/2026-01-01');
    expect(ask({ ...year, granularity: 300 })).toMatchObject({ ok: false, error: { code: 'RANGE_TOO_WIDE' } });
    expect(ask({ ...year, granularity: 3600 })).toMatchObject({ ok: true });
  });
});

describe('a query has one form', () => {
  test('the order of its parts does not matter', () => {
    const left = ask(
      where({ criterion: 'ZONES', values: ['3', '1', '3'] }, { criterion: 'GENDER', values: ['male', 'female'] }),
    );
    const right = ask(
      where(
        { criterion: 'GENDER', values: ['female', 'male'] },
        { criterion: 'ZONES', operator: 'IN', values: ['1', '3'] },
      ),
    );
    if (!left.ok || !right.ok) throw new Error('refused');
    expect(getQueryKey(left.value)).toBe(getQueryKey(right.value));
  });

  test('periods that touch or overlap are one', () => {
    const query = ask(dates('2026-02-20/2026-02-22', '2026-02-14/2026-02-16', '2026-02-16/2026-02-18'));
    expect(query.ok && query.value.periods).toEqual([
      { kind: 'days', days: { from: '2026-02-14', to: '2026-02-18' } },
      { kind: 'days', days: { from: '2026-02-20', to: '2026-02-22' } },
    ]);
  });

  test('excluded weekdays become the included ones', () => {
    const query = ask(where({ criterion: 'DAY', operator: 'NOT_IN', values: ['SATURDAY', '7'] }));
    expect(query.ok && query.value.weekdays).toEqual([1, 2, 3, 4, 5]);
  });

  test("the aggregation is the innermost grouping's, the query's or the kind's own", () => {
    const own = ask({});
    expect(own.ok && own.value.aggregation).toBe('SUM');
    const inner = ask({ aggregation: 'MIN', groupBy: [{ type: 'ZONE', aggregation: 'MAX' }, { type: 'DATE' }] });
    expect(inner.ok && inner.value.aggregation).toBe('MAX');
  });
});
