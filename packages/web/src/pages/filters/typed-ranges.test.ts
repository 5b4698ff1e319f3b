import { describe, expect, it } from 'vitest';
import { findTypingProblem, parseTypedRanges, toTypedRange } from './typed-ranges.ts';

const bounds = { first: '2016-01-01', last: '2026-11-20' };
const range = (first: string, last: string) => ({ first, last });

describe('D03 ranges are typed in the reader’s pattern', () => {
  it.each([
    ['DD/MM/YYYY', '01/11/2026', '7.11.2026'],
    ['MM/DD/YYYY', '11/1/2026', '11-07-2026'],
    ['YYYY-MM-DD', '2026-11-01', '2026/11/7'],
    ['DD.MM.YYYY', '01.11.2026', '07 11 2026'],
  ])('%s: %s to %s', (pattern, first, last) => {
    expect(parseTypedRanges([range(first, last)], pattern, bounds)).toEqual({
      ranges: [{ from: '2026-11-01', to: '2026-11-08' }],
    });
    expect(
      parseTypedRanges([toTypedRange({ from: '2026-11-01', to: '2026-11-08' }, pattern)], pattern, bounds),
    ).toEqual({
      ranges: [{ from: '2026-11-01', to: '2026-11-08' }],
    });
  });

  it.each([
    ['nothing', [range('', '')], 0, 'first', 'empty', null],
    ['half of the second', [range('01/11/2026', '02/11/2026'), range('05/11/2026', '')], 1, 'last', 'empty', null],
    ['no date', [range('31/02/2026', '')], 0, 'first', 'unreadable', 'first'],
    ['another order of its parts', [range('2026-11-01', '')], 0, 'first', 'unreadable', 'first'],
    ['letters', [range('01/11/2026', 'x')], 0, 'last', 'unreadable', 'last'],
    ['before the site', [range('31/12/2015', '')], 0, 'last', 'empty', 'first'],
    ['after today', [range('01/11/2026', '21/11/2026')], 0, 'last', 'outOfBounds', 'last'],
    ['the end alone, after today', [range('', '21/11/2026')], 0, 'first', 'empty', 'last'],
    ['backwards', [range('05/11/2026', '01/11/2026')], 0, 'last', 'reversed', 'last'],
    [
      'one over another',
      [range('01/11/2026', '05/11/2026'), range('', ''), range('05/11/2026', '06/11/2026')],
      1,
      'first',
      'empty',
      'first',
    ],
  ] as const)(
    '%s is said on applying, and while typing only what is wrong already',
    (_, rows, row, field, kind, soFar) => {
      expect(parseTypedRanges(rows, 'DD/MM/YYYY', bounds)).toEqual({ problem: { row, field, kind } });
      expect(findTypingProblem(rows, 'DD/MM/YYYY', bounds)?.field ?? null).toBe(soFar);
    },
  );

  it('names the row of a problem among empty ones', () => {
    const rows = [range('01/11/2026', '05/11/2026'), range('', ''), range('05/11/2026', '')];
    expect(findTypingProblem(rows, 'DD/MM/YYYY', bounds)).toEqual({ row: 2, field: 'first', kind: 'overlap' });
  });
});
