import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type LocalDate } from '../../core/index.ts';
import { listCarouselDays } from './heat-key.ts';

const day = (text: string) => text as LocalDate;

describe('the days of a carousel (G12)', () => {
  it.each([
    ['2026-11-01', '2026-11-04', '2026-11-21', 100, ['2026-11-01', '2026-11-02', '2026-11-03']],
    ['2026-11-19', '2026-11-26', '2026-11-20', 100, ['2026-11-19', '2026-11-20']],
    ['2026-11-01', '2026-11-20', '2026-11-21', 2, ['2026-11-18', '2026-11-19']],
    ['2026-11-22', '2026-11-24', '2026-11-21', 5, []],
  ])('from %s to before %s, today %s, at most %d', (from, to, today, limit, days) => {
    expect(listCarouselDays({ from: day(from), to: day(to) }, day(today), limit)).toEqual(days);
  });

  it('are in a row, end today at the latest, and never more than the limit', () => {
    const offset = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(offset, fc.nat(200), fc.integer({ min: 1, max: 100 }), (start, length, limit) => {
        const today = day('2026-03-29');
        const from = addDays(today, start);
        const days = listCarouselDays({ from, to: addDays(from, length) }, today, limit);
        expect(days.length).toBeLessThanOrEqual(limit);
        for (const [index, each] of days.entries()) {
          expect(each >= from && each <= today).toBe(true);
          if (index > 0) expect(each).toBe(addDays(days[index - 1] as LocalDate, 1));
        }
      }),
    );
  });
});
