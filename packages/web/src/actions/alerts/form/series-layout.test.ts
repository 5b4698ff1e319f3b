import { expect, test } from 'vitest';
import { layoutSeries } from './series-layout.ts';

const hour = 3_600_000;
const day = 24 * hour;
const course = [10, 11, 14, 15].map((at) => ({ at: at * hour, least: 400, most: 800 }));
const layout = (firings: readonly number[], limits: readonly number[] = [850]) =>
  layoutSeries(
    { from: 0, to: 10 * day, course, limits, firings: firings.map((begin) => ({ begin: begin * day })) },
    1044,
    200,
  );

test('the limit is on the drawing, whatever was measured', () => {
  for (const limit of [10, 850, 5000]) {
    const { y, plot } = layout([], [limit]);
    expect(y(limit)).toBeGreaterThanOrEqual(plot.y);
    expect(y(limit)).toBeLessThanOrEqual(plot.y + plot.height);
  }
});

test('a height returns the value drawn there', () => {
  const { y, valueAt } = layout([]);
  expect(valueAt(y(712))).toBeCloseTo(712);
});

test('unknown hours are a gap', () => {
  expect(layout([]).paths).toHaveLength(2);
});

test('close firings are merged, in order', () => {
  expect(layout([1, 5, 5.1, 5.2, 9]).numbers.map(({ text }) => text)).toEqual(['1', '2–4', '5']);
});
