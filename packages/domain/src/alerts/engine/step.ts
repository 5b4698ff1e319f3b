import type { Instant } from '../../core/index.ts';
import { distanceBeyond, isBeyond, type Observation, type Rule, type Tick } from './rule.ts';
import { type AlertState, isOpen, type Peak, type Phase, type Transition } from './state.ts';

export interface Step {
  readonly state: AlertState;
  readonly transitions: readonly Transition[];
  /** When people are to be told again that it lasts; empty: not now. */
  readonly reminders: readonly Instant[];
}

type Known = Extract<Observation, { kind: 'known' }>;

/**
 * The one rule of alerts: what an observation, or time that passes, makes of a state. The engine, the preview and the
 * tests all run it. Observations come in the order of time; one that begins before `judgedUntil` changes nothing, save
 * that of an interval still in progress, which may be seen again until it is over.
 */
export function step(state: AlertState, input: Observation | Tick, rule: Rule): Step {
  const run = new Run(state, rule);
  if (input.kind === 'tick') run.passTo(input.at, input.arrivedUntil);
  else if (state.judgedUntil === null || input.to > state.judgedUntil) run.see(input);
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
      // Of what is not over only this is certain: a sum that is past its limit stays past it.
      if (this.#isCertainlyBeyond(observation)) this.#beyond(observation);
      return;
    }
    this.#judge(observation);
    // Before anything was ever known there is nothing to compare with: watching begins with the first that is.
    if (observation.kind === 'missing' && this.#state.judgedUntil === null) return;
    this.#state = { ...this.#state, judgedUntil: observation.to };
  }

  #judge(observation: Observation): void {
    if (observation.kind === 'closed') this.#close(observation);
    else if (observation.kind === 'missing') this.passTo(observation.to);
    else this.#judgeValue(observation);
  }

  #judgeValue(observation: Known): void {
    const { comparison, fires, ends, minCoverage } = this.#rule;
    const { value, coverage, to } = observation;
    if (coverage < minCoverage && !this.#isCertainlyBeyond(observation)) this.passTo(to);
    else if (isBeyond(comparison, value, fires)) this.#beyond(observation);
    else if (isBeyond(comparison, value, ends)) this.#between(observation);
    else this.#within(observation);
  }

  /** Past its limit whatever is still to be known of the interval. */
  #isCertainlyBeyond({ value }: Known): boolean {
    const { comparison, fires, isSum } = this.#rule;
    return isSum && comparison !== 'below' && isBeyond(comparison, value, fires);
  }

  /**
   * Time passes to `at` with nothing heard: holds of what is known to last run out only as far as it is known. Readings
   * that ended after `arrivedUntil` may still be on their way, and are no silence yet.
   */
  passTo(at: Instant, arrivedUntil: Instant = at): void {
    const { silentSince, phase } = this.#state;
    if (phase !== 'stale' && silentSince !== null && arrivedUntil - silentSince > this.#rule.silentAfter)
      this.#enter('stale', silentSince + this.#rule.silentAfter, null, null);
    this.#remind(at);
  }

  #heard({ value, to, isInProgress }: Known): void {
    this.#state = { ...this.#state, last: value };
    if (!isInProgress) this.#state = { ...this.#state, heardUntil: to, silentSince: to };
  }

  #beyond(observation: Known): void {
    const { from, value } = observation;
    const isFirst = this.#state.judgedUntil === null && this.#state.phase === 'ok';
    this.#heard(observation);
    const { phase, openedAt } = this.#state;
    if (phase === 'stale' || phase === 'recovering') {
      // Back past its limit, or still there after silence: what was open never ended, so it is no new firing.
      this.#enter(openedAt === null ? 'pending' : 'firing', from, value, null);
    } else if (phase === 'ok') {
      if (isFirst) this.#state = { ...this.#state, beganBeyond: true };
      this.#enter('pending', from, value, null);
    }
    this.#raise({ value, at: from });
    this.#fireWhenHeld(observation);
    this.#remind(observation.to);
  }

  /** Only what is beyond past its hold fires: a firing that ended where the hold does would have no length. */
  #fireWhenHeld({ from, to, value, isInProgress }: Known): void {
    const { phase, since, beganBeyond } = this.#state;
    if (phase !== 'pending' || since === null) return;
    const held = since + this.#rule.enterHold;
    if (isInProgress ? from < held : to <= held) return;
    const at = since + this.#rule.enterHold;
    this.#state = { ...this.#state, openedAt: at, beganBeyond: false, remindedAt: at };
    this.#enter('firing', at, value, 'opened', beganBeyond);
  }

  /** Not past what makes it fire, yet not back where it ends. */
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

  /** Hours the rule does not apply to: nothing is pending or open in them, and nobody's silence counts. */
  #close({ from, to }: Observation): void {
    const { openedAt, phase } = this.#state;
    if (openedAt !== null) this.#end(from, null, 'closed');
    else if (phase !== 'ok') this.#calm(from, null);
    this.#state = { ...this.#state, silentSince: to };
  }

  #calm(at: Instant, value: number | null): void {
    this.#state = { ...this.#state, beganBeyond: false, peak: null };
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
    const { fires } = this.#rule;
    if (peak === null || distanceBeyond(seen.value, fires) > distanceBeyond(peak.value, fires))
      this.#state = { ...this.#state, peak: seen };
  }

  #remind(at: Instant): void {
    const { remindEvery } = this.#rule;
    const { remindedAt, phase } = this.#state;
    if (remindEvery === null || remindedAt === null || phase !== 'firing' || !isOpen(this.#state)) return;
    if (at - remindedAt < remindEvery) return;
    // However long nobody looked, people are told once.
    const due = remindedAt + Math.floor((at - remindedAt) / remindEvery) * remindEvery;
    this.#reminders.push(due);
    this.#state = { ...this.#state, remindedAt: due };
  }
}
