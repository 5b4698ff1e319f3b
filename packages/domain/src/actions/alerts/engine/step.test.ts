import { describe, expect, it } from 'vitest';
import { replay } from './replay.ts';
import { distanceBeyond, findBound, type Observation, type Rule } from './rule.ts';
import { initialAlertState } from './state.ts';
import { step } from './step.ts';

const minute = 60_000;

const rule = (changes: Partial<Rule> = {}): Rule => ({
  comparison: 'above',
  measure: 'value',
  minIntervals: 1,
  fires: { min: null, max: 850 },
  ends: { min: null, max: 820 },
  enterHold: 10 * minute,
  leaveHold: 15 * minute,
  silentAfter: 15 * minute,
  isSum: false,
  minCoverage: 0.5,
  remindEvery: null,
  ...changes,
});

/** One value per five minutes. Null is no data; 'closed' is hours that do not count. */
const every5 = (...values: readonly (number | null | 'closed')[]): Observation[] =>
  values.map((value, index) => {
    const span = { from: index * 5 * minute, to: (index + 1) * 5 * minute };
    if (value === null) return { kind: 'missing', ...span };
    if (value === 'closed') return { kind: 'closed', ...span };
    return { kind: 'known', ...span, value, coverage: 1, isInProgress: false };
  });

const phases = (observations: readonly Observation[], of = rule()) =>
  replay(observations, of).transitions.map(({ at, to, effect }) => [at / minute, to, ...(effect ? [effect] : [])]);

describe('an alert', () => {
  it('fires once it held, and ends once it was back for long enough', () => {
    expect(phases(every5(800, 860, 870, 860, 830, 810, 800, 790, 700))).toEqual([
      [5, 'pending'],
      [15, 'firing', 'opened'],
      [25, 'recovering'],
      [40, 'ok', 'ended'],
    ]);
  });

  it('does not flap between where it fires and where it ends', () => {
    expect(phases(every5(800, 860, 870, 860, 840, 860, 830, 855))).toEqual([
      [5, 'pending'],
      [15, 'firing', 'opened'],
    ]);
  });

  it('does not fire again if it was back for less than the hold', () => {
    expect(phases(every5(800, 860, 870, 860, 810, 860, 860))).toEqual([
      [5, 'pending'],
      [15, 'firing', 'opened'],
      [20, 'recovering'],
      [25, 'firing'],
    ]);
  });

  it('does not fire where it is back at the very end of its hold: such a firing would have no length', () => {
    const back = [
      [5, 'pending'],
      [15, 'ok'],
    ];
    expect(phases(every5(800, 860, 870, 810, 810), rule({ leaveHold: 0 }))).toEqual(back);
    expect(phases(every5(800, 860, 870, 'closed'))).toEqual(back);
  });

  it('fires as soon as a sum in progress is past its limit at the end of its hold', () => {
    const [low, high, growing] = every5(800, 860, 860) as [Observation, Observation, Observation];
    const inProgress = { ...growing, isInProgress: true } as Observation;
    expect(phases([low, high, inProgress], rule({ isSum: true, enterHold: 5 * minute }))).toEqual([
      [5, 'pending'],
      [10, 'firing', 'opened'],
    ]);
  });

  it('counts silence only up to what has had time to arrive', () => {
    const heard = replay(every5(800), rule()).state;
    const tick = (at: number) => step(heard, { kind: 'tick', at, arrivedUntil: at - minute }, rule()).transitions;
    expect(tick(21 * minute)).toEqual([]);
    expect(tick(21 * minute + 1)).toMatchObject([{ to: 'stale', at: 20 * minute }]);
  });

  it('takes silence for no recovery: it stays open, and what comes back beyond is no new firing', () => {
    const { transitions, episodes } = replay(every5(800, 860, 870, 860, null, null, null, null, 860, 860), rule());
    expect(transitions.map(({ at, to, effect }) => [at / minute, to, effect])).toEqual([
      [5, 'pending', null],
      [15, 'firing', 'opened'],
      [35, 'stale', null],
      [40, 'firing', null],
    ]);
    expect(episodes).toMatchObject([{ begin: 15 * minute, end: null }]);
  });

  it('restarts its recovery after silence', () => {
    expect(phases(every5(800, 860, 870, 860, 810, null, null, null, null, 800, 800, 800))).toEqual([
      [5, 'pending'],
      [15, 'firing', 'opened'],
      [20, 'recovering'],
      [40, 'stale'],
      [45, 'recovering'],
      [60, 'ok', 'ended'],
    ]);
  });

  it('is pending no more where silence came between', () => {
    expect(phases(every5(800, 860, null, null, null, null, 860))).toEqual([
      [5, 'pending'],
      [25, 'stale'],
      [30, 'pending'],
    ]);
  });

  it('ends when its hours are over, and restarts the count of silence', () => {
    expect(phases(every5(800, 860, 860, 860, 'closed', 'closed', null, null, 800))).toEqual([
      [5, 'pending'],
      [15, 'firing', 'opened'],
      [20, 'ok', 'closed'],
    ]);
  });

  it('marks a firing that was already beyond when watching began', () => {
    const { transitions, episodes } = replay(every5(860, 860, 860, 800, 800, 800, 860, 860, 860), rule());
    expect(transitions.filter(({ effect }) => effect === 'opened')).toMatchObject([
      { at: 10 * minute, beganBeyond: true },
      { at: 40 * minute },
    ]);
    expect(episodes.map(({ beganBeyond }) => beganBeyond)).toEqual([true, false]);
  });

  it('keeps the farthest it went, and when', () => {
    expect(replay(every5(800, 860, 900, 870, 700, 700, 700), rule()).episodes).toMatchObject([
      { peak: { value: 900, at: 10 * minute } },
    ]);
  });

  it('judges no half-known interval as if it were whole', () => {
    const half: Observation[] = every5(800, 860, 860, 860).map((one) =>
      one.kind === 'known' && one.from > 0 ? { ...one, coverage: 0.4 } : one,
    );
    expect(phases(half)).toEqual([]);
    // A sum only grows, so one beyond its limit stays beyond.
    expect(phases(half, rule({ isSum: true }))).toEqual([
      [5, 'pending'],
      [15, 'firing', 'opened'],
    ]);
  });

  it('judges a sum in progress as soon as it is past its limit, and nothing else in progress', () => {
    const growing: Observation = {
      kind: 'known',
      from: 0,
      to: 15 * minute,
      value: 900,
      coverage: 1,
      isInProgress: true,
    };
    const at = step({ ...initialAlertState, evaluatedUntil: 0 }, growing, rule({ isSum: true, enterHold: 0 }));
    expect(at.transitions.map(({ to }) => to)).toEqual(['pending', 'firing']);
    expect(step({ ...initialAlertState, evaluatedUntil: 0 }, growing, rule({ enterHold: 0 })).transitions).toEqual([]);
  });

  it('reminds while it lasts, only once after a gap', () => {
    const reminding = rule({ enterHold: 0, remindEvery: 10 * minute });
    const { reminders, state } = replay(every5(800, 860, 860, 860, 860, 860), reminding);
    expect(reminders.map((at) => at / minute)).toEqual([15, 25]);
    expect(step(state, { kind: 'tick', at: 39 * minute }, reminding).reminders).toEqual([35 * minute]);
    const [later] = step(
      state,
      { kind: 'tick', at: 44 * minute },
      { ...reminding, silentAfter: 60 * minute },
    ).reminders;
    expect(later).toBe(35 * minute);
  });

  it.each([
    ['above', 850, { min: null, max: 850 }, 0, 850],
    ['above', 900, { min: null, max: 850 }, 50, 850],
    ['below', 2, { min: 3, max: null }, 1, 3],
    ['outside', 30, { min: 18, max: 26 }, 4, 26],
    ['outside', 15, { min: 18, max: 26 }, 3, 18],
  ] as const)('is judged by the bound it is past: %s %d', (_comparison, value, bounds, distance, bound) => {
    expect(distanceBeyond(value, bounds)).toBe(distance);
    expect(findBound(value, bounds)).toBe(bound);
  });
});
