import type { Instant } from '../../../core/index.ts';
import { distanceBeyond, isBeyond, judgedBy, type Observation, type Rule, type Tick } from './rule.ts';
import { type AlertState, isOpen, type Peak, type Phase, type Transition } from './state.ts';

export interface Step {
  readonly state: AlertState;
  readonly transitions: readonly Transition[];
  /** Times of due reminders. Empty: none. */
  readonly reminders: readonly Instant[];
}

type Known = Extract<Observation, { kind: 'known' }>;

/**
 * The state transition of alerts, for an observation or the passing of time. The engine, preview and tests all use it.
 * Observations must be in time order. One that begins before `evaluatedUntil` has no effect, except an interval in
 * progress, which may be observed again until it ends.
 */
export function step(state: AlertState, input: Observation | Tick, rule: Rule): Step {
  const run = new Run(state, rule);
  if (input.kind === 'tick') run.passTo(input.at, input.arrivedUntil);
  else if (state.evaluatedUntil === null || input.to > state.evaluatedUntil) run.see(input);
  return run.done();
}

class Run {
  #state: AlertState;
  readonly #rule: Rule;
  readonly #transitions: Transition[] = [];
  readonly #reminders: Instant[] = [];

  constructor(state: AlertState, rule: Rule) {
    this.#state = state;
    this.#rule = rule;
  }

  done(): Step {
    return { state: this.#state, transitions: this.#transitions, reminders: this.#reminders };
  }

  see(observation: Observation): void {
    const { silentSince } = this.#state;
    if (silentSince === null) this.#state = { ...this.#state, silentSince: observation.from };
    else this.passTo(observation.from);
    if (observation.kind === 'known' && observation.isInProgress) {
      // For an interval in progress, only one thing is certain: a sum beyond its limit stays beyond.
      if (this.#isCertainlyBeyond(observation)) this.#beyond(observation);
      return;
    }
    this.#judge(observation);
    // Watching begins with the first known value.
    if (observation.kind === 'missing' && this.#state.evaluatedUntil === null) return;
    this.#state = { ...this.#state, evaluatedUntil: observation.to };
  }

  #judge(observation: Observation): void {
    if (observation.kind === 'closed') this.#close(observation);
    else if (observation.kind === 'missing') this.passTo(observation.to);
    else this.#judgeValue(observation);
  }

  #judgeValue(observation: Known): void {
    const { comparison, measure, fires, ends, minCoverage } = this.#rule;
    const { coverage, to } = observation;
    const judged = judgedBy(measure, observation);
    if (coverage < minCoverage && !this.#isCertainlyBeyond(observation)) this.passTo(to);
    else if (isBeyond(comparison, judged, fires)) this.#beyond(observation);
    else if (isBeyond(comparison, judged, ends)) this.#between(observation);
    else this.#within(observation);
  }

  /** Whether the value is beyond its limit whatever the rest of the interval adds. */
  #isCertainlyBeyond(observation: Known): boolean {
    const { comparison, measure, fires, isSum } = this.#rule;
    return isSum && comparison !== 'below' && isBeyond(comparison, judgedBy(measure, observation), fires);
  }

  /**
   * Advances time to `at` without data. This never completes a hold, because holds need known values. Readings that end
   * after `arrivedUntil` may still arrive, so their absence is not silence yet.
   */
  passTo(at: Instant, arrivedUntil: Instant = at): void {
    const { silentSince, phase } = this.#state;
    if (phase !== 'stale' && silentSince !== null && arrivedUntil - silentSince > this.#rule.silentAfter)
      this.#enter('stale', silentSince + this.#rule.silentAfter, null, null);
    this.#remind(at);
  }

  #heard({ value, to, isInProgress }: Known): void {
    this.#state = { ...this.#state, last: value };
    if (!isInProgress) this.#state = { ...this.#state, lastReadingAt: to, silentSince: to };
  }

  #beyond(observation: Known): void {
    const { from, value, usual } = observation;
    const isFirst = this.#state.evaluatedUntil === null && this.#state.phase === 'ok';
    this.#heard(observation);
    const { phase, openedAt } = this.#state;
    if (phase === 'stale' || phase === 'recovering') {
      // Beyond its limit again, or still beyond after silence. An open firing has not ended, so this does not start a
      // new one.
      this.#enter(openedAt === null ? 'pending' : 'firing', from, value, null);
    } else if (phase === 'ok') {
      if (isFirst) this.#state = { ...this.#state, beganBeyond: true };
      this.#enter('pending', from, value, null);
    }
    this.#raise({ value, at: from, ...(usual !== undefined && { usual }) });
    this.#count(from);
    this.#fireWhenHeld(observation);
    this.#remind(observation.to);
  }

  /** Counts the interval while pending. */
  #count(from: Instant): void {
    const { phase, since, beyond = 0 } = this.#state;
    if (this.#rule.minIntervals > 1 && phase === 'pending')
      this.#state = { ...this.#state, beyond: since === from ? 1 : beyond + 1 };
  }

  /** Fires only if still beyond after the hold, since a firing that ends with the hold would have no duration. */
  #fireWhenHeld({ from, to, value, isInProgress }: Known): void {
    const { phase, since, beganBeyond } = this.#state;
    if (phase !== 'pending' || since === null) return;
    const held = since + this.#rule.enterHold;
    if (isInProgress ? from < held : to <= held) return;
    const { minIntervals } = this.#rule;
    if (minIntervals > 1 && (this.#state.beyond ?? 0) < minIntervals) return;
    // Several intervals in a row are known from the begin of the last one on.
    const at = minIntervals > 1 ? Math.max(held, from) : held;
    const { beyond: _counted, ...state } = this.#state;
    this.#state = { ...state, openedAt: at, beganBeyond: false, remindedAt: at };
    this.#enter('firing', at, value, 'opened', beganBeyond);
  }

  /** Handles a value within the firing bounds, but still beyond the ending bounds. */
  #between(observation: Known): void {
    const { from, value } = observation;
    this.#heard(observation);
    const { phase, openedAt } = this.#state;
    if (openedAt !== null && phase !== 'firing') this.#enter('firing', from, value, null);
    else if (openedAt === null && phase !== 'ok') this.#calm(from, value);
    this.#remind(observation.to);
  }

  #within(observation: Known): void {
    const { from, to, value } = observation;
    this.#heard(observation);
    const { openedAt, phase } = this.#state;
    if (openedAt === null) {
      if (phase !== 'ok') this.#calm(from, value);
      return;
    }
    if (phase !== 'recovering') this.#enter('recovering', from, value, null);
    const { since } = this.#state;
    if (since !== null && to - since >= this.#rule.leaveHold) this.#end(since + this.#rule.leaveHold, value, 'ended');
    else this.#remind(to);
  }

  /** Handles hours the rule does not apply to: firings end, pending ones are reset, and silence does not count. */
  #close({ from, to }: Observation): void {
    const { openedAt, phase } = this.#state;
    if (openedAt !== null) this.#end(from, null, 'closed');
    else if (phase !== 'ok') this.#calm(from, null);
    this.#state = { ...this.#state, silentSince: to };
  }

  #calm(at: Instant, value: number | null): void {
    const { beyond: _counted, ...state } = this.#state;
    this.#state = { ...state, beganBeyond: false, peak: null };
    this.#enter('ok', at, value, null);
  }

  #end(at: Instant, value: number | null, effect: 'ended' | 'closed'): void {
    this.#enter('ok', at, value, effect);
    this.#state = { ...this.#state, openedAt: null, peak: null, remindedAt: null };
  }

  #enter(to: Phase, at: Instant, value: number | null, effect: Transition['effect'], beganBeyond = false): void {
    const peak = effect === null ? null : this.#state.peak;
    const transition = { at, from: this.#state.phase, to, value, effect, peak };
    this.#transitions.push(beganBeyond ? { ...transition, beganBeyond } : transition);
    this.#state = { ...this.#state, phase: to, since: at };
  }

  #raise(seen: Peak): void {
    const { peak } = this.#state;
    const { measure, fires } = this.#rule;
    const distance = (one: Peak) => distanceBeyond(judgedBy(measure, one), fires);
    if (peak === null || distance(seen) > distance(peak)) this.#state = { ...this.#state, peak: seen };
  }

  #remind(at: Instant): void {
    const { remindEvery } = this.#rule;
    const { remindedAt, phase } = this.#state;
    if (remindEvery === null || remindedAt === null || phase !== 'firing' || !isOpen(this.#state)) return;
    if (at - remindedAt < remindEvery) return;
    // After a long gap, only one reminder is sent.
    const due = remindedAt + Math.floor((at - remindedAt) / remindEvery) * remindEvery;
    this.#reminders.push(due);
    this.#state = { ...this.#state, remindedAt: due };
  }
}
