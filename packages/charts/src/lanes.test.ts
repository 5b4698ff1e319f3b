import { describe, expect, it } from 'vitest';
import { type LaneAxis, layoutLane, placeLinks, placeSpans } from './lanes.ts';
import type { Bucket } from './series.ts';

/** Four buckets of 10 ms on a plot of 100 px from 20 px on. */
const bucketsOf = (
  values: readonly (number | null | undefined)[],
  ranges: readonly (readonly [number, number])[] = [],
): readonly Bucket[] =>
  values.map((value, index) => ({
    from: index * 10,
    to: index * 10 + 10,
    label: '',
    point:
      value === undefined ? null : value === null ? { state: 'missing' } : { state: 'known', value, partial: false },
    usual: null,
    range: ranges[index] ? { lower: ranges[index][0], upper: ranges[index][1] } : null,
  }));
const axis: LaneAxis = { buckets: bucketsOf([1, 1, 1, 1]), plot: { x: 20, width: 100 } };

describe('a lane', () => {
  it('draws a level through the middle of its buckets, from its lowest to its highest value', () => {
    expect(
      layoutLane({ buckets: bucketsOf([10, 20, 15, 10]), limits: [], isAmount: false, now: 1_000 }, axis, 44)?.lines,
    ).toEqual(['M32.5 42L57.5 2L82.5 22L107.5 42']);
  });

  it('draws an amount as steps from 0', () => {
    expect(
      layoutLane({ buckets: bucketsOf([10, 20]), limits: [], isAmount: true, now: 1_000 }, axis, 44)?.lines,
    ).toEqual(['M20 22H45L45 2H70']);
  });

  it('does not draw an amount that is still growing, but the level of now', () => {
    const buckets = bucketsOf([10, 20, 2]);
    const draw = (isAmount: boolean) => layoutLane({ buckets, limits: [], isAmount, now: 25 }, axis, 44)?.lines;
    expect(draw(true)).toEqual(['M20 22H45L45 2H70']);
    expect(draw(false)?.[0]).toContain('L82.5 42');
  });

  it.each([
    ['a gap', [10, null, 20, 10], 2],
    ['the future', [10, 20, undefined, undefined], 1],
  ])('draws nothing in %s', (_, values, runs) => {
    const layout = layoutLane({ buckets: bucketsOf(values), limits: [], isAmount: false, now: 1_000 }, axis, 44);
    expect(layout?.lines).toHaveLength(runs);
  });

  it('shows the usual range also where no value is known, and makes room for limits', () => {
    const layout = layoutLane(
      {
        buckets: bucketsOf(
          [undefined, undefined],
          [
            [10, 20],
            [10, 30],
          ],
        ),
        limits: [50],
        isAmount: false,
        now: 1_000,
      },
      axis,
      44,
    );
    expect(layout).toEqual({
      lines: [],
      bands: [
        { x: 20, y: 32, width: 25, height: 10 },
        { x: 45, y: 22, width: 25, height: 20 },
      ],
      limits: [2],
    });
  });

  it('is empty without a value and without a range', () => {
    expect(
      layoutLane({ buckets: bucketsOf([null, null]), limits: [50], isAmount: false, now: 1_000 }, axis, 44),
    ).toBeNull();
  });

  it('ignores values outside the axis, which would stretch its scale', () => {
    const buckets = [...bucketsOf([10, 20, 15, 10]), { ...bucketsOf([900])[0]!, from: 40, to: 50 }];
    expect(layoutLane({ buckets, limits: [], isAmount: false, now: 1_000 }, axis, 44)?.lines[0]).toContain('57.5 2');
  });
});

it('places spans on the axis: clipped, wide enough to click, and without those beside it', () => {
  const spans = [
    { from: -20, to: 10 },
    { from: 39, to: 39.1 },
    { from: 40, to: 60 },
  ];
  expect(placeSpans(spans, axis, 12).map(({ x, width }) => [x, width])).toEqual([
    [20, 25],
    [108, 12],
  ]);
});

describe('links on the axis', () => {
  const links = (spans: readonly (readonly [number, number])[]) =>
    placeLinks(
      spans.map(([from, to]) => ({ from, to })),
      axis,
      20,
    ).map(({ x, width }) => [x, width]);

  it('are as long as they lasted, from their beginning, as far as the axis goes', () => {
    expect(links([[10, 30]])).toEqual([[45, 50]]);
    expect(links([[-5, 70]])).toEqual([[20, 100]]);
  });

  it('end where the next one begins, so that none covers another', () => {
    expect(
      links([
        [0, 40],
        [10, 30],
        [20, 40],
      ]),
    ).toEqual([
      [20, 25],
      [45, 25],
      [70, 50],
    ]);
  });

  it.each([
    ['at one moment', [20, 20, 20]],
    ['at the end', [39, 39.5, 39.9]],
    ['out of order', [30, 10, 10.5]],
  ])('stand beside each other, inside the plot, if they begin %s', (_, begins) => {
    const placed = links(begins.map((begin) => [begin, begin + 0.5]));
    expect(placed).toHaveLength(3);
    for (const [index, [x = 0, width = 0]] of placed.entries()) {
      expect(x).toBeGreaterThanOrEqual(index === 0 ? 20 : (placed[index - 1]?.[0] ?? 0) + 20);
      expect(x + width).toBeLessThanOrEqual(120);
      expect(width).toBeGreaterThanOrEqual(20);
    }
  });
});
