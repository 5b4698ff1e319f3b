import { expect, test } from 'vitest';
import { markWidth, placeMarks } from './time-marks.tsx';

const hour = 3_600_000;
const buckets = Array.from({ length: 10 }, (_, index) => ({
  from: index * hour,
  to: (index + 1) * hour,
  label: String(index),
  point: null,
  usual: null,
}));
const plot = { x: 40, width: 200 };
const mark = (key: number, from: number, to: number) => ({
  key,
  span: { from: from * hour, to: to * hour },
  mark: () => null,
});

test('a band is as long as it lasted, and its mark stands at its beginning', () => {
  expect(placeMarks([mark(1, 5, 7)], buckets, plot)).toMatchObject([{ band: { from: 140, to: 180 }, at: 140 }]);
});

test('what began before the chart begins with it, and what lasts ends with it', () => {
  expect(placeMarks([mark(1, -5, 70)], buckets, plot)).toMatchObject([{ band: { from: 40, to: 240 }, at: 40 }]);
});

test.each([
  ['at one moment', [5, 5, 5]],
  ['at the end', [9.9, 9.95, 10]],
  ['out of order', [7, 2, 2.1]],
])('marks %s stand beside each other, inside the chart', (_, begins) => {
  const at = placeMarks(
    begins.map((begin, key) => mark(key, begin, begin + 0.1)),
    buckets,
    plot,
  ).map((placed) => placed.at);
  for (const [index, place] of at.entries()) {
    expect(place).toBeGreaterThanOrEqual(index === 0 ? plot.x : (at[index - 1] ?? 0) + markWidth);
    expect(place + markWidth).toBeLessThanOrEqual(plot.x + plot.width);
  }
});
