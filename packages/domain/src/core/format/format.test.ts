import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  dash,
  dateFormats,
  formatClock,
  formatCompact,
  formatDate,
  formatDay,
  formatDayName,
  formatDelta,
  formatLocalDate,
  formatNumber,
  formatPercent,
  formatShortDate,
  formatShortDay,
  formatSigned,
  formatWeekday,
  getMeanDecimals,
  parseLocalDate,
  scaleMass,
  splitDuration,
} from './index.ts';

const en = (decimals: number) => ({ locale: 'en', decimals });

describe('H04 numbers', () => {
  test.each([
    [3375, 0, '3,375'],
    [31.84, 2, '31.84'],
    [31.8, 2, '31.80'],
    [-4, 0, '−4'],
    [-0, 0, '0'],
    [-0.2, 0, '0'],
    [null, 0, dash],
    [undefined, 2, dash],
    [Number.NaN, 0, dash],
    [Number.POSITIVE_INFINITY, 0, dash],
  ])('%s with %i decimals reads %s', (value, decimals, text) => {
    expect(formatNumber(value, en(decimals))).toBe(text);
  });

  test('percent keeps its sign on the same line and a dash stays bare', () => {
    expect(formatPercent(90.7, en(1))).toBe('90.7\u00a0%');
    expect(formatPercent(null, en(1))).toBe(dash);
  });

  test.each([
    [3.75, 1],
    [4, 0],
    [-0.5, 1],
    [3018.25, 0],
  ])('a mean of counts of %d has %i decimals', (mean, decimals) => {
    expect(getMeanDecimals(mean)).toBe(decimals);
  });

  test('French groups with its own space, Arabic keeps Latin digits', () => {
    expect(formatNumber(3375.5, { locale: 'fr', decimals: 1 })).toBe('3\u202f375,5');
    expect(formatNumber(604, { locale: 'ar', decimals: 0 })).toBe('604');
  });

  test.each([
    [0, '0'],
    [948, '948'],
    [1640, '1.6k'],
    [12_400, '12k'],
    [3_250_000, '3.3M'],
  ])('%i is short %s', (value, text) => {
    expect(formatCompact(value, 'en')).toBe(text);
  });

  test('a signed zero that rounds from below is not negative', () => {
    expect(formatSigned(-0.01, en(1))).toBe('+0.0');
    expect(formatSigned(-0.06, en(1))).toBe('−0.1');
  });

  test('kilograms become tonnes at 1000', () => {
    expect(scaleMass(999.9)).toEqual({ value: 999.9, unit: 'kgCO2' });
    expect(scaleMass(1000)).toEqual({ value: 1, unit: 'tCO2' });
  });
});

describe('durations', () => {
  const text = (s: number | null) =>
    splitDuration(s)
      ?.map((p) => `${p.amount} ${p.unit}`)
      .join(' ') ?? dash;
  test.each([
    [0, '0 s'],
    [8.4, '8 s'],
    [59.6, '1 m 00 s'],
    [1425, '23 m 45 s'],
    [3599.7, '1 h 00 m'],
    [3900, '1 h 05 m'],
    [null, dash],
    [-1, dash],
    [Number.NaN, dash],
  ])('%s s reads %s', (s, expected) => {
    expect(text(s)).toBe(expected);
  });
});

describe('deltas', () => {
  test('are in percent, or in points for percentages', () => {
    const delta = { change: -1.32, points: true, people: false, direction: 'down', tone: 'neutral' } as const;
    expect(formatDelta(delta, { locale: 'en', decimals: 2, pt: 'pt' })).toBe('−1.32\u202fpt');
    expect(formatDelta({ ...delta, points: false }, { locale: 'en', decimals: 1, pt: 'pt' })).toBe('−1.3\u202f%');
    expect(formatDelta(null, { locale: 'en', decimals: 1, pt: 'pt' })).toBe(dash);
  });
});

describe('dates', () => {
  test.each([
    ['DD/MM/YYYY', '20/11/2025'],
    ['MM/DD/YYYY', '11/20/2025'],
    ['YYYY-MM-DD', '2025-11-20'],
    ['DD.MM.YYYY', '20.11.2025'],
  ])('%s', (pattern, text) => {
    expect(formatLocalDate('2025-11-20', pattern)).toBe(text);
  });

  test.each([
    ['en', 'DD/MM/YYYY', ['20/11/2025', 'Thu 20/11/2025', '20/11', 'Thu 20/11']],
    ['en', 'MM/DD/YYYY', ['11/20/2025', 'Thu 11/20/2025', '11/20', 'Thu 11/20']],
    ['fr', 'YYYY-MM-DD', ['2025-11-20', 'jeu. 2025-11-20', '11-20', 'jeu. 11-20']],
    ['de', 'DD.MM.YYYY', ['20.11.2025', 'Do 20.11.2025', '20.11', 'Do 20.11']],
    // The numbers keep their order after a right-to-left word.
    ['ar', 'YYYY-MM-DD', ['⁦2025-11-20⁩', 'الخميس ⁦2025-11-20⁩', '⁦11-20⁩', 'الخميس ⁦11-20⁩']],
  ])('B02 in %s as %s: %j', (locale, dateFormat, expected) => {
    const reader = { locale, dateFormat };
    const ways = [formatDate, formatDay, formatShortDate, formatShortDay];
    expect(ways.map((way) => way('2025-11-20', reader))).toEqual(expected);
  });

  test('names', () => {
    expect(formatDayName('2025-11-20', 'en-GB')).toBe('Thu 20 Nov');
    expect(formatWeekday(4, 'fr', 'long')).toBe('jeudi');
    expect(formatClock(Date.UTC(2025, 10, 20, 13, 48), 'Europe/Zurich')).toBe('14:48');
    expect(formatClock(Date.UTC(2025, 10, 19, 23, 0), 'Europe/Zurich')).toBe('00:00');
  });
});

describe('a typed date', () => {
  it('is read back in every pattern it is written in, with whatever between its numbers', () => {
    const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...dateFormats),
        dates,
        fc.constantFrom('/', '.', '-', ' '),
        (pattern, day, between) => {
          const date = day.toISOString().slice(0, 10);
          expect(parseLocalDate(formatLocalDate(date, pattern), pattern)).toBe(date);
          expect(parseLocalDate(formatLocalDate(date, pattern).replace(/\D/g, between), pattern)).toBe(date);
        },
      ),
    );
  });

  it.each([
    ['1/2/2026', 'DD/MM/YYYY', '2026-02-01'],
    ['1/2/2026', 'MM/DD/YYYY', '2026-01-02'],
    ['31/02/2026', 'DD/MM/YYYY', null],
    ['1/2/26', 'DD/MM/YYYY', null],
    ['1/2', 'DD/MM/YYYY', null],
    ['2026-11-21', 'DD/MM/YYYY', null],
    ['', 'DD/MM/YYYY', null],
  ])('%j as %s is %s', (text, pattern, date) => {
    expect(parseLocalDate(text, pattern)).toBe(date);
  });
});
