import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PeriodChart } from './period-chart.tsx';

const hour = 3_600_000;
const point = (hours: number, value: number, range: readonly [number, number] | null) => ({
  ...{ at: hours * hour, value, lower: range?.[0] ?? null, upper: range?.[1] ?? null },
});

/** Renders the chart and returns its rectangles [x, y, width, height]. */
function boxesOf(points: readonly ReturnType<typeof point>[]) {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <PeriodChart
      spell={{ from: 0, to: 4 * hour, points }}
      size={[400, 114]}
      timezone="UTC"
      limits={[]}
      firings={[]}
      label="Around"
    />,
  );
  const number = (of: Element, name: string) => Number(of.getAttribute(name));
  return [...place.querySelectorAll('rect')].map((one) =>
    ['x', 'y', 'width', 'height'].map((name) => number(one, name)),
  );
}

it('draws the usual range of each value until the next one, all of it within the chart', () => {
  const boxes = boxesOf([point(0, 10, [5, 20]), point(1, 12, null), point(2, 14, [0, 30])]);
  expect(boxes.map(([x, , width]) => [x, width])).toEqual([
    [0, 100],
    [200, 200],
  ]);
  for (const [, y = 0, , height = 0] of boxes) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(100);
  }
  // Half as high as the other range.
  expect((boxes[0]?.[3] ?? 0) * 2).toBeCloseTo(boxes[1]?.[3] ?? 0);
  expect(boxesOf([point(0, 10, null), point(1, 12, null)])).toEqual([]);
});

/** Returns the labels of the axis of a chart from 05:55 on. */
function timesOf(hours: number, width: number) {
  const from = Date.parse('2026-11-20T05:55Z');
  const points = [{ at: from, value: 1 }];
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <PeriodChart
      spell={{ from, to: from + hours * hour, points }}
      size={[width, 114]}
      timezone="UTC"
      limits={[]}
      firings={[]}
      label="Around"
    />,
  );
  return [...place.querySelectorAll('text')].map(({ textContent }) => textContent);
}

it('marks round times of the clock', () => {
  expect(timesOf(3, 1100)).toEqual(['06:00', '06:30', '07:00', '07:30', '08:00', '08:30']);
  expect(timesOf(24, 1100)).toEqual(['12:00', '18:00', '00:00']);
  expect(timesOf(24, 188)).toEqual(['12:00', '18:00', '00:00']);
});
