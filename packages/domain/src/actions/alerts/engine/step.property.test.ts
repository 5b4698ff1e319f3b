import { findFirings, type PlainRule, type ReportedInterval } from '@atrium/testkit/oracle';
import { aSite, aZone } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMetric, type Metric, measureDeviation } from '../../../numbers/index.ts';
import { buildRule } from '../conditions/build-rule.ts';
import { deviations, emptyCondition } from '../conditions/condition.ts';
import { replay } from './replay.ts';
import type { Observation, Rule } from './rule.ts';
import { type AlertState, initialAlertState } from './state.ts';
import { step } from './step.ts';

const minute = 60_000;

/** A rule of the engine, and the same rule for the search. */
interface TriedRule {
  readonly rule: Rule;
  readonly plain: PlainRule;
}

const limits: fc.Arbitrary<TriedRule> = fc
  .record({
    comparison: fc.constantFrom('above', 'reached', 'below', 'outside'),
    limit: fc.integer({ min: 3, max: 6 }),
    margin: fc.integer({ min: 0, max: 3 }),
    enterHold: fc.constantFrom(0, 5, 7, 10, 30),
    leaveHold: fc.constantFrom(0, 5, 8, 15),
    silentAfter: fc.constantFrom(10, 15, 30),
    isSum: fc.boolean(),
  })
  .map(({ comparison, limit, margin, enterHold, leaveHold, silentAfter, isSum }): TriedRule => {
    const above = { fires: { min: null, max: limit }, ends: { min: null, max: limit - margin } };
    const below = { fires: { min: limit, max: null }, ends: { min: limit + margin, max: null } };
    const outside = { fires: { min: 2, max: 8 }, ends: { min: 2 + (margin % 2), max: 8 - (margin % 2) } };
    const rule: Rule = {
      ...(comparison === 'below' ? below : comparison === 'outside' ? outside : above),
      comparison,
      measure: 'value',
      minIntervals: 1,
      enterHold: enterHold * minute,
      leaveHold: leaveHold * minute,
      silentAfter: silentAfter * minute,
      isSum: isSum && comparison !== 'below',
      minCoverage: 0.5,
      remindEvery: null,
    };
    return { rule, plain: rule };
  });

const sidesOf = {
  outsideRange: ['above', 'below'],
  aboveRange: ['above'],
  belowRange: ['below'],
  percentAbove: ['above'],
  percentBelow: ['below'],
} as const;

const site = aSite(1, { zones: [aZone(7)] });

/** Rules that compare with what is expected, built like those of stored alerts. */
const deviating: fc.Arbitrary<TriedRule> = fc
  .record({
    deviation: fc.constantFrom(...deviations),
    value: fc.constantFrom(20, 50, 100),
    endValue: fc.constantFrom(null, 10, 20),
    enterHold: fc.constantFrom(0, 300, 420, 900),
    leaveHold: fc.constantFrom(0, 300, 480),
  })
  .map((chosen): TriedRule => {
    const condition = { ...emptyCondition('expected'), metric: 'affluenceIn', interval: 900, ...chosen };
    const built = buildRule(condition, { site, eventLimit: null });
    if (built === null) throw new Error('no rule');
    const { deviation, value, endValue } = chosen;
    const rule = { ...built, silentAfter: 15 * minute };
    const percent = deviation.startsWith('percent') ? { fires: value, ends: endValue ?? value } : null;
    return { rule, plain: { ...rule, minIntervals: 2, deviation: { sides: sidesOf[deviation], percent } } };
  });

const rules = fc.oneof(limits, deviating);

/** Intervals of five minutes, some of which are absent. */
const series: fc.Arbitrary<readonly ReportedInterval[]> = fc
  .array(
    fc.record({
      skip: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 4),
      value: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 6 }),
      coverage: fc.constantFrom(1, 1, 1, 0.9, 0.6, 0.4),
      usual: fc.option(fc.record({ value: fc.nat(6), down: fc.nat(3), up: fc.nat(3) }), { freq: 8 }),
      isClosed: fc.constantFrom(false, false, false, false, false, false, false, true),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let from = 0;
    return steps.map(({ skip, usual, ...reported }): ReportedInterval => {
      from += skip * 5 * minute;
      const one = { from, to: from + 5 * minute, ...reported };
      from = one.to;
      if (usual === null) return one;
      const { value, down, up } = usual;
      return { ...one, usual: { value, lower: Math.max(0, value - down), upper: value + up } };
    });
  });

const metric = findMetric('affluenceIn') as Metric;

const observe =
  ({ measure, minCoverage }: Rule) =>
  ({ from, to, value, coverage, isClosed, usual }: ReportedInterval): Observation => {
    if (isClosed) return { kind: 'closed', from, to };
    if (value === null) return { kind: 'missing', from, to };
    const known = { kind: 'known', from, to, value, coverage, isInProgress: false } as const;
    if (measure === 'value') return known;
    const deviation = usual === undefined ? null : measureDeviation(metric, value, usual);
    if (deviation !== null) return { ...known, usual: deviation };
    return coverage < minCoverage ? known : { kind: 'closed', from, to };
  };

const episodesOf = (observations: readonly Observation[], rule: Rule) =>
  replay(observations, rule).episodes.map(({ begin, end, endedBy }) => ({ begin, end, how: endedBy }));

describe('alerts over random series', () => {
  it('fire and end when a search over the whole series says', () => {
    fc.assert(
      fc.property(series, rules, (told, { rule, plain }) => {
        expect(episodesOf(told.map(observe(rule)), rule)).toEqual(findFirings(told, plain));
      }),
      { numRuns: 5000 },
    );
  });

  it('have a length: none ends where it begins', () => {
    fc.assert(
      fc.property(series, rules, (told, { rule }) => {
        for (const { begin, end } of episodesOf(told.map(observe(rule)), rule))
          if (end !== null) expect(end).toBeGreaterThan(begin);
      }),
      { numRuns: 5000 },
    );
  });

  it('do not care about restarts, nor about readings sent again', () => {
    fc.assert(
      fc.property(series, rules, fc.infiniteStream(fc.nat(9)), (told, { rule }, chance) => {
        const observations = told.map(observe(rule));
        let state: AlertState = initialAlertState;
        const transitions = observations.flatMap((observation, index) => {
          const [dice = 0] = chance.take(1);
          const first = step(state, observation, rule);
          state = dice < 3 ? (JSON.parse(JSON.stringify(first.state)) as AlertState) : first.state;
          const sentAgain = dice > 6 ? observations.slice(Math.max(0, index - 2), index + 1) : [];
          return [...first.transitions, ...sentAgain.flatMap((again) => seeAgain(again))];
        });
        const whole = replay(observations, rule);
        expect(state).toEqual(whole.state);
        expect(transitions).toEqual(whole.transitions);

        function seeAgain(observation: Observation) {
          const next = step(state, observation, rule);
          state = next.state;
          return next.transitions;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('are the same with ticks between observations, and with sums seen while they grow', () => {
    fc.assert(
      fc.property(series, rules, (told, { rule }) => {
        const observations = told.map(observe(rule));
        const growing = observations.flatMap((observation) => {
          if (observation.kind !== 'known' || !rule.isSum || rule.comparison === 'outside') return [observation];
          const partly = [1, 2].map((part) => ({
            ...observation,
            value: Math.floor((observation.value * part) / 3),
            isInProgress: true,
          }));
          return [...partly, observation];
        });
        let state: AlertState = initialAlertState;
        const transitions = growing.flatMap((observation) => {
          const ticked = step(state, { kind: 'tick', at: observation.from }, rule);
          const next = step(ticked.state, observation, rule);
          state = next.state;
          return [...ticked.transitions, ...next.transitions];
        });
        const times = (all: typeof transitions) =>
          all.filter(({ effect }) => effect !== null).map(({ at, effect }) => ({ at, effect }));
        expect(times(transitions)).toEqual(times([...replay(observations, rule).transitions]));
      }),
      { numRuns: 1000 },
    );
  });

  it('tell their changes in the order of time, each from where the one before led', () => {
    fc.assert(
      fc.property(series, rules, (told, { rule }) => {
        const { transitions, state, episodes } = replay(told.map(observe(rule)), rule);
        let phase = 'ok';
        let at = Number.NEGATIVE_INFINITY;
        let isOpen = false;
        for (const transition of transitions) {
          expect(transition.from).toBe(phase);
          expect(transition.to).not.toBe(phase);
          expect(transition.at).toBeGreaterThanOrEqual(at);
          if (transition.effect === 'opened') expect(isOpen).toBe(false);
          else if (transition.effect !== null) expect(isOpen).toBe(true);
          if (transition.effect !== null) isOpen = transition.effect === 'opened';
          phase = transition.to;
          at = transition.at;
        }
        expect(state.phase).toBe(phase);
        expect(state.openedAt !== null).toBe(isOpen);
        for (const { begin, end } of episodes) if (end !== null) expect(end).toBeGreaterThanOrEqual(begin);
      }),
      { numRuns: 1000 },
    );
  });
});
