import { anAirSensor, aSite, aZone } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ZoneId } from '../../core/index.ts';
import { backTest } from './back-test.ts';
import { buildRule } from './conditions/build-rule.ts';
import { type AlertCondition, emptyCondition } from './conditions/condition.ts';
import { replay } from './engine/replay.ts';
import type { Observation } from './engine/rule.ts';

const minute = 60_000;
const site = { timezone: 'Europe/London', changeOfDay: '00:00' } as const;
const start = Date.parse('2026-02-02T08:00Z');
const place = { kind: 'zone', id: 7 as ZoneId } as const;
const facts = { site: aSite(1, { zones: [aZone(7)], devices: [anAirSensor(31, 7)] }), eventLimit: null };
const co2: AlertCondition = { ...emptyCondition('CO2'), zoneId: 7 as ZoneId, value: 850 };

const every5 = (values: readonly (number | null)[]): Observation[] =>
  values.map((value, index) => {
    const span = { from: start + index * 5 * minute, to: start + (index + 1) * 5 * minute };
    return value === null
      ? { kind: 'missing', ...span }
      : { kind: 'known', ...span, value, coverage: 1, isInProgress: false };
  });

const tried = (values: readonly (number | null)[], changes: Partial<AlertCondition> = {}) => {
  const observations = every5(values);
  const to = start + values.length * 5 * minute;
  const found = backTest([{ place, observations }], { ...co2, ...changes }, facts, site, { from: start, to });
  if (found === null) throw new Error('the condition has its number');
  return found;
};

/** Oscillates around 850 for a while, then drops. */
const wavering = [800, 860, 845, 855, 840, 870, 848, 852, 700, 700, 700, 700];

describe('what an alert would have done', () => {
  it('is how often it fired and for how long, as the engine has it', () => {
    const { times, meanLength, firings } = tried([800, 860, 870, 700, 700, 900, 700]);
    expect({ times, meanLength }).toEqual({ times: 2, meanLength: 7.5 * minute });
    expect(firings).toMatchObject([
      { begin: start + 5 * minute, end: start + 15 * minute, day: '2026-02-02', isTold: true },
      { begin: start + 25 * minute, end: start + 30 * minute, isTold: true },
    ]);
  });

  it('counts what is open as far as the tried time goes', () => {
    expect(tried([800, 860, 870, 880])).toMatchObject({ times: 1, meanLength: 15 * minute });
  });

  it('did not fire: no length, rather than one of 0', () => {
    expect(tried([800, 700])).toMatchObject({ times: 0, meanLength: null, suggestion: null });
  });

  it('notifies no more often per day than allowed', () => {
    const { firings } = tried(wavering, { maxTrigger: 2 });
    expect(firings.map(({ isTold }) => isTold)).toEqual([true, true, false, false]);
  });

  it('is computed for limits beside its own', () => {
    expect(tried(wavering).otherLimits).toEqual([
      { limit: 830, times: 1, meanLength: 35 * minute },
      { limit: 840, times: 2, meanLength: 15 * minute },
      { limit: 850, times: 4, meanLength: 5 * minute },
      { limit: 860, times: 1, meanLength: 5 * minute },
      { limit: 870, times: 0, meanLength: null },
    ]);
  });

  it('comes with the smallest change that takes the wavering out of it', () => {
    expect(tried(wavering).suggestion).toMatchObject({
      enterHold: 0,
      endValue: 840,
      times: 2,
      meanLength: 15 * minute,
    });
    expect(tried([800, 900, 700, 900, 700]).suggestion).toBeNull();
  });

  it('says how much of the time it knows', () => {
    expect(tried([800, null, null, 800]).known).toBe(0.5);
  });

  it('never suggests what would not at least halve it, and does what it says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 780, max: 920 }), { freq: 9 }), { maxLength: 120 }),
        (values) => {
          const { suggestion, times, firings } = tried(values);
          expect(firings).toHaveLength(times);
          if (suggestion === null) return;
          const { times: fewer, meanLength: _length, ...knobs } = suggestion;
          expect(fewer * 2).toBeLessThanOrEqual(times);
          const rule = buildRule({ ...co2, ...knobs }, facts);
          if (rule === null) throw new Error('the condition has its number');
          expect(replay(every5(values), rule).episodes).toHaveLength(fewer);
        },
      ),
      { numRuns: 300 },
    );
  });
});
