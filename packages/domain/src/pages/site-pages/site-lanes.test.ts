import { describe, expect, it } from 'vitest';
import { listMetricLanes } from './site-lanes.ts';

const now = Date.UTC(2026, 10, 27, 15);
const event = (metrics: readonly string[], end: number | null = null) => ({ metrics, begin: null, end });
const everything = [
  event(['affluenceIn', 'inside']),
  event(['humidity', 'temperature', 'co2']),
  event(['waterConsumption', 'electricityConsumption']),
];

describe('the lanes below a main chart', () => {
  it.each([
    ['counting', ['co2', 'electricityConsumption', 'numberOfGoodsSold']],
    ['atmosphere', ['affluenceIn', 'electricityConsumption', 'numberOfGoodsSold']],
    ['energy', ['affluenceIn', 'co2', 'numberOfGoodsSold']],
  ] as const)('of %s are the other kinds that the site measures', (section, metrics) => {
    expect(listMetricLanes(section, everything, true, now).map(({ metric }) => metric)).toEqual(metrics);
  });

  it('take the next metric of a kind that is not measured, and none of a kind that is missing', () => {
    const lanes = listMetricLanes('counting', [event(['affluenceIn', 'humidity'])], false, now);
    expect(lanes).toEqual([{ metric: 'humidity', tab: 'atmosphere' }]);
  });

  it('leave out what only an event that is over measured', () => {
    expect(listMetricLanes('counting', [event(['affluenceIn']), event(['co2'], now - 1)], false, now)).toEqual([]);
  });
});
