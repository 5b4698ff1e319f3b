import { aDoor, anAirSensor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, it, test } from 'vitest';
import type { ZoneId } from '../../../core/index.ts';
import type { Metric } from '../../../numbers/index.ts';
import { replay } from '../engine/replay.ts';
import type { Observation, Rule } from '../engine/rule.ts';
import { buildRule } from './build-rule.ts';
import { checkCondition } from './check-condition.ts';
import { type AlertCondition, emptyCondition } from './condition.ts';
import { getConditionType } from './registry.ts';

const hour = 3_600_000;
const site = aSite(1, {
  zones: [aZone(7)],
  passages: [aDoor(11, null, 7)],
  devices: [aPad(21, 11), anAirSensor(31, 7)],
});
const facts = { site, eventLimit: null };
const metricsOf = (type: 'threshold' | 'expected'): readonly Metric[] => getConditionType(type).metrics?.() ?? [];

/** One hour each. Null is no data; a pair is a value and its known share. */
const hourly = (...values: readonly (number | null | readonly [number, number])[]): Observation[] =>
  values.map((given, index) => {
    const span = { from: index * hour, to: (index + 1) * hour };
    if (given === null) return { kind: 'missing', ...span };
    const [value, coverage] = typeof given === 'number' ? [given, 1] : given;
    return { kind: 'known', ...span, value, coverage, isInProgress: false };
  });

function ruleOf(condition: AlertCondition): Rule {
  expect(checkCondition(condition)).toEqual([]);
  const rule = buildRule(condition, facts);
  if (rule === null) throw new Error('it has no rule');
  return rule;
}

const firings = (observations: readonly Observation[], rule: Rule) =>
  replay(observations, rule).episodes.map(({ begin, end, peak }) => [
    begin / hour,
    end === null ? null : end / hour,
    peak?.value,
  ]);

describe.each(metricsOf('threshold').map((metric) => [metric.id, metric] as const))('a limit of %s', (_, { id }) => {
  const condition = (more: Partial<AlertCondition>): AlertCondition => ({
    ...emptyCondition('threshold'),
    ...{ metric: id, interval: 3600, zoneId: 7 as ZoneId, max: 20 },
    ...more,
  });

  it('reads the metric of its place', () => {
    const watches = getConditionType('threshold').watches(condition({}), facts);
    expect(watches.map(({ place, metrics }) => [place, metrics])).toEqual([[{ kind: 'zone', id: 7 }, [id]]]);
  });

  it('fires above its upper and below its lower limit, and ends within them', () => {
    const rule = ruleOf(condition({ min: 5, max: 20 }));
    expect(firings(hourly(10, 21, 25, 20, 4, 5), rule)).toEqual([
      [1, 3, 25],
      [4, 5, 4],
    ]);
  });

  it('judges no hour of which too little is known, and takes silence for no value', () => {
    const rule = ruleOf(condition({ min: 5, max: null }));
    expect(firings(hourly(10, [1, 0.5], 10, null, null, null, null, 10), rule)).toEqual([]);
  });
});

test.each([
  ['electricity', 'electricityConsumption'],
  ['heat', 'heatConsumption'],
  ['water', 'waterConsumption'],
  ['cost', 'electricityCost'],
  ['volatile compounds', 'tvoc'],
  ['fine dust', 'pm25'],
  ['sales', 'turnover'],
  ['a rate', 'conversionRate'],
  ['people inside', 'inside'],
  ['entries', 'affluenceIn'],
] as const)('%s can have limits', (_, id) => {
  expect(metricsOf('threshold').map((metric) => metric.id)).toContain(id);
});

test.each(metricsOf('expected').map(({ id }) => [id] as const))('%s can be compared with what is usual', (metric) => {
  const rule = ruleOf({
    ...emptyCondition('expected'),
    ...{ metric, deviation: 'percentAbove', value: 50, interval: 3600, zoneId: 7 as ZoneId },
  });
  const seen = (value: number): Extract<Observation, { kind: 'known' }> => {
    const usual = { value: 10, lower: 8, upper: 12, percent: value * 10 - 100, halfWidths: (value - 10) / 2 };
    return { kind: 'known', from: 0, to: hour, value, coverage: 1, isInProgress: false, usual };
  };
  const at = (value: number, index: number) => ({ ...seen(value), from: index * hour, to: (index + 1) * hour });
  // Two hours in a row.
  expect(firings([10, 16, 10, 16, 17, 10].map(at), rule)).toEqual([[4, 5, 17]]);
});

test('the silence of a device is a status that fires and ends', () => {
  const condition: AlertCondition = { ...emptyCondition('status'), padStatusCodes: ['internetLost'] };
  const { watches, silence } = getConditionType('status');
  expect(silence).toBe('counts');
  expect(watches(condition, facts).map(({ place }) => place)).toEqual([
    { kind: 'device', id: 21 },
    { kind: 'device', id: 31 },
  ]);
  // 1: in one of the chosen codes.
  expect(firings(hourly(0, 1, 1, 0), ruleOf(condition))).toEqual([[1, 3, 1]]);
});
