import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type LocalDate } from '../../core/index.ts';
import { inventDemonstrationDay } from './demonstration-day.ts';

const dates = fc.integer({ min: 0, max: 15_000 }).map((days) => addDays('2010-01-01' as LocalDate, days));
const sites = fc.integer({ min: 1, max: 100_000 });

test('M04 invented days are the same each time, and a funnel: fewer come in than pass, and fewer buy', () => {
  fc.assert(
    fc.property(sites, dates, (site, date) => {
      const day = inventDemonstrationDay(site, date);
      expect(inventDemonstrationDay(site, date)).toEqual(day);
      expect(Object.values(day).every((value) => Number.isFinite(value) && value > 0)).toBe(true);
      expect(day.affluenceIn).toBeLessThan(day.pedestrian);
      expect(day.orders).toBeLessThan(day.affluenceIn);
      expect(day.goods).toBeGreaterThanOrEqual(day.orders);
    }),
  );
});

test('M04 shops differ, and so do days', () => {
  const first = '2026-03-02' as LocalDate;
  const days = Array.from(
    { length: 50 },
    (_, index) => inventDemonstrationDay(3, addDays(first, 7 * index)).pedestrian,
  );
  const shops = Array.from({ length: 50 }, (_, index) => inventDemonstrationDay(index + 1, first).pedestrian);
  expect(new Set(days).size).toBeGreaterThan(30);
  expect(new Set(shops).size).toBeGreaterThan(30);
});
