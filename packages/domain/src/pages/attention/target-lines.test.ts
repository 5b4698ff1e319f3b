import { expect, test } from 'vitest';
import { listTargetLines, type ReachedTarget } from './target-lines.ts';

const order = ['affluenceIn', 'turnover', 'electricityConsumption'];
const entries = (siteId: number, headingFor: number | null, more: Partial<ReachedTarget> = {}): ReachedTarget => ({
  ...{ siteId, metric: { id: 'affluenceIn', better: 'up' }, target: 1000, soFar: 920, headingFor },
  ...more,
});
const power = (siteId: number, headingFor: number): ReachedTarget =>
  entries(siteId, headingFor, { metric: { id: 'electricityConsumption', better: 'down' } });
const brief = (...all: readonly ReachedTarget[]) => {
  const { watch, know } = listTargetLines(all, order);
  return [watch, know].map((lines) => lines.map(({ siteId, heading, tone }) => [siteId, heading, tone]));
};

test.each([
  ['below 97 % is watched', [entries(1, 969)], [[[1, 0.969, 'bad']], []]],
  ['97 % is good to know', [entries(1, 970)], [[], [[1, 0.97, 'neutral']]]],
  ['a reached target is good', [entries(1, 1000)], [[], [[1, 1, 'good']]]],
  ['a budget is watched above 103 %', [power(1, 1031)], [[[1, 1.031, 'bad']], []]],
  ['a budget that is kept is good', [power(1, 900)], [[], [[1, 0.9, 'good']]]],
  [
    'the furthest come first, at most two',
    [entries(1, 950), entries(2, 800), power(3, 1100)],
    [
      [
        [2, 0.8, 'bad'],
        [3, 1.1, 'bad'],
      ],
      [],
    ],
  ],
  [
    'the largest target of the first metric is good to know',
    [power(9, 900), entries(1, 990), entries(2, 2010, { target: 2000 })],
    [[], [[2, 1.005, 'good']]],
  ],
  [
    'what is unknown has no line',
    [entries(1, null), entries(2, 500, { soFar: null }), entries(3, 5, { target: 0 })],
    [[], []],
  ],
  ['nor has another metric', [entries(1, 5, { metric: { id: 'waterConsumption', better: 'down' } })], [[], []]],
] as const)('%s', (_, all, expected) => {
  expect(brief(...all)).toEqual(expected);
});

test('a line has the shares of the target', () => {
  expect(listTargetLines([entries(1, 970)], order).know).toEqual([
    { siteId: 1, metricId: 'affluenceIn', soFar: 0.92, heading: 0.97, tone: 'neutral' },
  ]);
});
