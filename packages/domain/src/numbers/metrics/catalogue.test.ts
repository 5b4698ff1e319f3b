import { describe, expect, test } from 'vitest';
import { parseQuery } from '../parsing/parse-query.ts';
import { explainDerived, sendableMetrics } from '../readings/index.ts';
import {
  aggregations,
  canBeSplit,
  computeScore,
  findBand,
  findEquivalent,
  getFruinLevel,
  getHighlights,
  kindRules,
  type MeterFactor,
  type MetricKind,
  metrics,
  toThreePointScore,
} from './index.ts';

const allowed: Readonly<Record<MetricKind, string>> = {
  money: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  flow: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  count: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  counter: 'MIN MAX AVERAGE SUM FIRST LAST MEDIAN COUNT EVOLUTION PERCENTAGE P25 P75 P95',
  state: 'MIN MAX AVERAGE FIRST LAST EVOLUTION',
  density: 'MIN MAX AVERAGE FIRST LAST EVOLUTION',
  sample: 'MIN MAX AVERAGE FIRST LAST MEDIAN COUNT EVOLUTION P25 P75 P95',
  ratio: 'MIN MAX AVERAGE FIRST LAST MEDIAN EVOLUTION WEIGHTED_PERCENTAGE P25 P75 P95',
  duration: 'MIN MAX AVERAGE FIRST LAST MEDIAN EVOLUTION WEIGHTED_PERCENTAGE P25 P75 P95',
  total: 'MIN MAX FIRST LAST EVOLUTION',
  score: 'MIN MAX AVERAGE FIRST LAST',
  distinct: 'MIN MAX AVERAGE MEDIAN COUNT EVOLUTION',
  status: 'MIN MAX FIRST LAST PERCENTAGE',
};

/** Unit and decimals as in the specification, with the metrics that have both. */
const written: readonly (readonly [unit: string, decimals: number, metrics: string])[] = [
  [
    'visitors',
    0,
    'affluenceIn affluenceOut affluenceInCorrected affluenceOutCorrected uniqueVisitors footfall queueAffluenceIn queueAffluenceOut queueAbandon uwbAffluenceIn uwbAffluenceOut',
  ],
  ['people', 0, 'inside insideCorrected limit queueLength uwbInside refusals'],
  ['people', 1, 'groupSize'],
  ['groups', 0, 'numberOfGroups'],
  ['s', 0, 'dwell dwellAbandon dwellWalkthrough waitingTime uwbDwell'],
  [
    '%',
    2,
    'footfallCaptureRate captureRate popularity abandonRate femaleProportion occupancy binaryOccupancy conversionRate',
  ],
  ['%', 1, 'salesConversion'],
  ['p/m²', 2, 'density densityMax'],
  ['p/m', 2, 'linearDensity'],
  ['m²/p', 2, 'reverseDensity'],
  ['', 0, 'deviceStatus'],
  ['ppm', 0, 'co2'],
  ['°C', 1, 'temperature'],
  ['%RH', 1, 'humidity'],
  ['µg/m³', 0, 'tvoc'],
  ['µg/m³', 1, 'pm25 pm10'],
  // Not in the specification: with fewer decimals, a room's 0.08 mg/m³ and the limit of 0.12 would both show as 0.
  ['mg/m³', 3, 'hcho'],
  ['lx', 0, 'luminosity'],
  ['hPa', 2, 'pressure'],
  [
    '/5',
    0,
    'co2Score temperatureScore humidityScore tvocScore pm25Score pm10Score hchoScore luminosityScore comfortScore',
  ],
  ['currency', 2, 'turnover avgBasketPrice electricityCost electricityRevenue heatCost waterCost combustibleCost'],
  [
    'currency/m²',
    2,
    'electricityCostPerSqm electricityRevenuePerSqm heatCostPerSqm waterCostPerSqm combustibleCostPerSqm',
  ],
  ['currency/visitor', 2, 'salesIndex'],
  ['orders', 0, 'numberOfOrders'],
  ['items', 0, 'numberOfGoodsSold'],
  ['items', 1, 'avgBasketSize'],
];

const metered: readonly (readonly [metric: string, unit: string, decimals: number])[] = [
  ['electricityConsumption', 'kWh', 3],
  ['electricityProduction', 'kWh', 3],
  ['heatConsumption', 'kWh', 3],
  ['heatProduction', 'kWh', 3],
  ['waterConsumption', 'm³', 1],
  ['combustibleConsumption', 'm³', 1],
];

/**
 * Each meter's own unit, energy and CO2, with or without m², since the change of day, since the start, or per interval.
 */
const variants = metered.flatMap(([metric, own, decimals]) =>
  ['', 'PerSqm'].flatMap((area) =>
    (
      [
        ['', own, decimals],
        ['EnergyEquivalent', 'MJ', 3],
        ['Co2Equivalent', 'kgCO2', 3],
      ] as const
    ).flatMap(([as, unit, places]) =>
      ['', 'OnDay', 'OnInterval'].map(
        (since) => [`${metric}${area}${as}${since}`, area === '' ? unit : `${unit}/m²`, places] as const,
      ),
    ),
  ),
);

test('H01 every metric has its unit and decimals, a colour and an icon, and there is no other', () => {
  const listed = written.flatMap(([unit, decimals, ids]) => ids.split(' ').map((id) => [id, unit, decimals] as const));
  const sorted = (list: readonly (readonly [string, string, number])[]) => [...list].map(String).sort();
  expect(sorted(metrics.map(({ id, unit, decimals }) => [id, unit, decimals]))).toEqual(
    sorted([...listed, ...variants]),
  );
  for (const { id, color, icon } of metrics) {
    expect(color, id).toMatch(/^#[0-9a-f]{6}$/);
    expect(icon, id).not.toBe('');
  }
});

describe('aggregations allowed by kind', () => {
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
      expect(query.ok, metric.id).toBe(canBeSplit(metric, 'gender'));
      if (!query.ok) expect(query.error.message).toContain(metric.id);
    }
  });
});

test('whatever devices send is in the catalogue, and the rest says why it cannot be sent', () => {
  const known = new Set(metrics.map(({ id }) => id));
  // Presence is only drawn as a heat map.
  expect([...sendableMetrics.keys()].filter((id) => !known.has(id))).toEqual(['presence']);
  for (const id of known) expect(sendableMetrics.has(id) || explainDerived(id) !== null, id).toBe(true);
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
  expect(computeScore(findBand([], metric, null, '2026-01-01'), value)).toBe(score);
});

test('scales and levels', () => {
  expect([5, 4, 3, 2, 1].map(toThreePointScore)).toEqual([3, 3, 2, 1, 1]);
  expect([3.26, 3.25, 2, 1, 0.5, 0.46].map(getFruinLevel)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});

describe('equivalents', () => {
  const factors: readonly MeterFactor[] = [
    { resource: 'electricity', per: 'kgCo2PerKwh', country: null, since: '2020-01-01', value: 0.4 },
    { resource: 'electricity', per: 'kgCo2PerKwh', country: 'FR', since: null, value: 0.06 },
    { resource: 'electricity', per: 'kgCo2PerKwh', country: 'FR', since: '2026-01-01', value: 0.05 },
  ];

  test("the country's own factor of the time goes first, the default last", () => {
    const co2 = (date: string, country: string | null) =>
      findEquivalent('electricityConsumption', 'co2', '', date, factors, country);
    expect([
      co2('2025-12-31', null),
      co2('2025-12-31', 'FR'),
      co2('2026-01-01', 'FR'),
      co2('2026-01-01', 'DE'),
      co2('2019-12-31', 'DE'),
    ]).toEqual([0.4, 0.06, 0.05, 0.4, 0.128]);
  });

  test('defaults', () => {
    const worth = (metric: string, as: 'energy' | 'co2', descriptors: string) =>
      findEquivalent(metric, as, descriptors, '2026-01-01');
    expect(worth('electricityConsumption', 'energy', '')).toBe(3.6);
    expect(worth('waterConsumption', 'co2', 'waterUse=kitchen')).toBe(0.35);
    expect(worth('waterConsumption', 'energy', '')).toBeNull();
    expect(worth('waterConsumption', 'energy', 'waterTemperature=hot')).toBe(58.1 * 3.6);
    expect(worth('waterConsumption', 'co2', 'waterTemperature=hot')).toBe(0.35);
    expect(worth('combustibleConsumption', 'co2', 'combustibleType=oil')).toBe(9960 * 0.266);
    expect(worth('combustibleConsumption', 'co2', '')).toBeNull();
  });
});

test.each([
  ['#000000', ['#0000000d', '#00000026', '#00000073']],
  ['#2b8a3e', ['#2b8a3e0d', '#2b8a3e26', '#2b8a3e73']],
])('H05 highlights of %s keep 5, 15 and 45 % of it', (color, expected) => {
  expect(getHighlights(color)).toEqual(expected);
});
