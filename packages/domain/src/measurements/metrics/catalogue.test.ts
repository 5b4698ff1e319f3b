import { describe, expect, test } from 'vitest';
import { parseQuery } from '../query/index.ts';
import { derivedReason, sendableMetrics } from '../readings/index.ts';
import {
  aggregations,
  canBeSplit,
  equivalentOf,
  fruinLevel,
  kindRules,
  type MetricKind,
  metrics,
  scoreOf,
  scoreOfThree,
} from './index.ts';

const allowed: Readonly<Record<MetricKind, string>> = {
  flow: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  count: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  counter: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  state: 'MIN MAX AVERAGE FIRST LAST EVOLUTION',
  density: 'MIN MAX AVERAGE FIRST LAST EVOLUTION',
  sample: 'MIN MAX AVERAGE FIRST LAST MEDIAN COUNT EVOLUTION P25 P75 P95',
  ratio: 'MIN MAX AVERAGE FIRST LAST MEDIAN EVOLUTION P25 P75 P95',
  duration: 'MIN MAX AVERAGE FIRST LAST MEDIAN EVOLUTION P25 P75 P95',
  total: 'MIN MAX FIRST LAST EVOLUTION',
  score: 'MIN MAX AVERAGE FIRST LAST',
  distinct: 'MIN MAX AVERAGE MEDIAN COUNT EVOLUTION',
  status: 'MIN MAX FIRST LAST',
};

describe('what may be asked of each kind', () => {
  test.for(metrics.map(({ id, kind }) => [id, kind] as const))('%s, a %s', ([metric, kind]) => {
    for (const aggregation of aggregations) {
      const query = parseQuery({ metric, aggregation });
      const isAllowed = allowed[kind].split(' ').includes(aggregation);
      expect(query.ok, aggregation).toBe(isAllowed);
      if (query.ok) continue;
      expect(query.error.message).toContain(aggregation);
      expect(query.error.message).toContain(metric);
    }
  });

  test('every kind occurs, and its own aggregation is allowed', () => {
    expect(new Set(metrics.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kindRules)));
    for (const { own, allowed: set } of Object.values(kindRules)) expect(set.has(own)).toBe(true);
  });

  test('only counted people are split', () => {
    for (const metric of metrics) {
      const query = parseQuery({ metric: metric.id, groupBy: [{ type: 'GENDER' }] });
      expect(query.ok, metric.id).toBe(canBeSplit(metric));
      if (!query.ok) expect(query.error.message).toContain(metric.id);
    }
  });
});

test('whatever devices send is in the catalogue, and the rest says why it cannot be sent', () => {
  const known = new Set(metrics.map(({ id }) => id));
  // Presence is sent to be drawn as a heat map.
  expect([...sendableMetrics.keys()].filter((id) => !known.has(id))).toEqual(['presence']);
  for (const id of known) expect(sendableMetrics.has(id) || derivedReason(id) !== null, id).toBe(true);
});

test.for([
  ['co2', 599.9, 5],
  ['co2', 600, 4],
  ['co2', 1400, 1],
  ['temperature', 24, 5],
  ['temperature', 24.1, 4],
  ['temperature', 15.9, 1],
  ['humidity', 62, 3],
  ['luminosity', 500, 5],
  ['luminosity', 99, 1],
] as const)('%s of %d scores %d', ([metric, value, score]) => {
  expect(scoreOf(metric, value)).toBe(score);
});

test('scales and levels', () => {
  expect([5, 4, 3, 2, 1].map(scoreOfThree)).toEqual([3, 3, 2, 1, 1]);
  expect([3.26, 3.25, 2, 1, 0.5, 0.46].map(fruinLevel)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});

describe('equivalents', () => {
  const factors = [
    { resource: 'electricity', per: 'kWhPerUnit', country: null, since: 0, value: 1 },
    { resource: 'electricity', per: 'kgCo2PerKwh', country: null, since: 0, value: 0.4 },
    { resource: 'electricity', per: 'kgCo2PerKwh', country: 'FR', since: 0, value: 0.06 },
    { resource: 'electricity', per: 'kgCo2PerKwh', country: 'FR', since: 100, value: 0.05 },
  ] as const;

  test("the country's own factor of the time goes first", () => {
    const co2 = (at: number, country: string | null) =>
      equivalentOf('electricityConsumption', 'co2', '', at, factors, country);
    expect([co2(50, null), co2(50, 'FR'), co2(100, 'FR'), co2(100, 'DE'), co2(-1, 'FR')]).toEqual([
      0.4,
      0.06,
      0.05,
      0.4,
      null,
    ]);
  });

  test('defaults', () => {
    expect(equivalentOf('electricityConsumption', 'energy', '', 0)).toBe(3.6);
    expect(equivalentOf('waterConsumption', 'co2', 'waterUse=kitchen', 0)).toBe(0.35);
    expect(equivalentOf('waterConsumption', 'energy', '', 0)).toBeNull();
    expect(equivalentOf('combustibleConsumption', 'co2', 'combustibleType=oil', 0)).toBe(9960 * 0.266);
    expect(equivalentOf('combustibleConsumption', 'co2', '', 0)).toBeNull();
  });
});
