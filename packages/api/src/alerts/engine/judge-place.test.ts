import { emptyCondition, type Observation, ruleOf } from '@atrium/domain/alerts';
import { id, type ZoneId } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import { judgePlace } from './judge-place.ts';

const quarter = 900_000;
const rule = ruleOf(
  { ...emptyCondition('flux'), zoneId: id<ZoneId>(1), direction: 'in', value: 3000 },
  { eventLimit: null },
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
  judgePlace(null, observations, { rule, now, watchedSince: 0, writtenSince: 0, lateFrom: null }).state.phase;

test.each([
  ['the first interval ever told of is past its limit before it is over', quarter + 5 * 60_000, 'firing'],
  ['the silent interval before it may still be told of', quarter + 60_000, 'ok'],
] as const)('%s', (_, now, phase) => {
  expect(phaseAt(now, [nothing, many])).toBe(phase);
});

test('readings that came again since before the alert was written make it no older', () => {
  const first = judgePlace(null, [{ ...many, isInProgress: false }], {
    rule,
    now: 2 * quarter + 60_000,
    watchedSince: quarter,
    writtenSince: quarter,
    lateFrom: null,
  });
  const before: Observation = { ...many, from: 0, to: quarter, isInProgress: false, coverage: 1 };
  const after = judgePlace(first, [before, { ...many, isInProgress: false, coverage: 1 }], {
    rule,
    now: 2 * quarter + 120_000,
    watchedSince: quarter,
    writtenSince: quarter,
    lateFrom: -8 * quarter,
  });
  expect([after.again, after.state.openedAt]).toEqual([null, first.state.openedAt]);
});
