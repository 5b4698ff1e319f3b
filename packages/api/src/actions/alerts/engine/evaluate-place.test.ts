import { buildRule, emptyCondition, type Observation } from '@atrium/domain/actions/alerts';
import { id, type ZoneId } from '@atrium/domain/core';
import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { evaluatePlace } from './evaluate-place.ts';
import { settleMs } from './to-observations.ts';

const quarter = 900_000;
const rule = buildRule(
  { ...emptyCondition('flux'), zoneId: id<ZoneId>(1), direction: 'in', value: 3000 },
  { site: aSite(1, { zones: [aZone(1)] }), eventLimit: null },
);
if (rule === null) throw new Error('no rule');

const nothing: Observation = { kind: 'missing', from: 0, to: quarter };
const many: Observation = {
  kind: 'known',
  from: quarter,
  to: 2 * quarter,
  value: 4321,
  coverage: 0.4,
  isInProgress: true,
};

const phaseAt = (now: number, observations: readonly Observation[]) =>
  evaluatePlace(null, observations, {
    rule,
    now,
    watchedSince: 0,
    writtenSince: 0,
    quietUntil: -quarter,
    lateFrom: null,
  }).state.phase;

test.each([
  ['the first interval ever told of is past its limit before it is over', quarter + 5 * 60_000, 'firing'],
  ['the silent interval before it may still be told of', quarter + 60_000, 'ok'],
] as const)('%s', (_, now, phase) => {
  expect(phaseAt(now, [nothing, many])).toBe(phase);
});

test('a sensor of a quarter of an hour is not silent while its next reading may be on its way', () => {
  const site = aSite(1, { zones: [aZone(7)], devices: [anAirSensor(31, 7, { interval: 900 })] });
  const co2 = buildRule({ ...emptyCondition('CO2'), zoneId: id<ZoneId>(7), value: 800 }, { site, eventLimit: null });
  if (co2 === null) throw new Error('no rule');
  const high: Observation = { kind: 'known', from: 0, to: quarter, value: 900, coverage: 1, isInProgress: false };
  const look = { rule: co2, watchedSince: 0, writtenSince: 0, quietUntil: -quarter, lateFrom: null };
  const phase = (now: number) => evaluatePlace(null, [high], { ...look, now }).state.phase;
  expect(phase(2 * quarter + 4000)).toBe('firing');
  // Three intervals are missing, and the last one's readings have had time to arrive.
  expect(phase(4 * quarter + settleMs)).toBe('firing');
  expect(phase(4 * quarter + settleMs + 1)).toBe('stale');
});

test('a firing that began before the alert was saved sends nothing, even if detected later', () => {
  const high: Observation = { ...many, from: 0, to: quarter, coverage: 1, isInProgress: false };
  const saved = { rule, watchedSince: 0, writtenSince: 0, quietUntil: 0, lateFrom: null };
  const base: Observation = { ...high, from: -quarter, to: 0, value: 0 };
  const news = (quietUntil: number) =>
    evaluatePlace(null, [base, high], { ...saved, quietUntil, now: quarter + 1000 }).transitions.filter(
      ({ effect }) => effect === 'opened',
    );
  expect(news(0)).toMatchObject([{ at: 0, beganBeyond: true }]);
  expect(news(-1).map(({ beganBeyond }) => beganBeyond)).toEqual([undefined]);
});

test('readings that came again since before the alert was written make it no older', () => {
  const first = evaluatePlace(null, [{ ...many, isInProgress: false }], {
    rule,
    now: 2 * quarter + 60_000,
    watchedSince: quarter,
    writtenSince: quarter,
    quietUntil: 0,
    lateFrom: null,
  });
  const before: Observation = { ...many, from: 0, to: quarter, isInProgress: false, coverage: 1 };
  const after = evaluatePlace(first, [before, { ...many, isInProgress: false, coverage: 1 }], {
    rule,
    now: 2 * quarter + 120_000,
    watchedSince: quarter,
    writtenSince: quarter,
    quietUntil: 0,
    lateFrom: -8 * quarter,
  });
  expect([after.again, after.state.openedAt]).toEqual([null, first.state.openedAt]);
});
