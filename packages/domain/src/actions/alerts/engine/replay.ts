import type { Instant } from '../../../core/index.ts';
import type { Observation, Rule } from './rule.ts';
import { type AlertState, initialAlertState, type Peak, type Transition } from './state.ts';
import { step } from './step.ts';

/** One firing at a place. */
export interface Episode {
  readonly begin: Instant;
  /** Null: still open. */
  readonly end: Instant | null;
  readonly endedBy: 'ended' | 'closed' | null;
  readonly peak: Peak | null;
  /** Whether it was already beyond its limit when watching began. Such a firing notifies nobody. */
  readonly beganBeyond: boolean;
}

export interface Replay {
  readonly state: AlertState;
  readonly transitions: readonly Transition[];
  readonly reminders: readonly Instant[];
  /** Firings that began in the replay, and one that was open before and ended in it. Oldest first. */
  readonly episodes: readonly Episode[];
}

/** Runs observations in time order through the engine's step. A firing that was already open keeps its start. */
export function replay(observations: readonly Observation[], rule: Rule, from: AlertState = initialAlertState): Replay {
  let state = from;
  const transitions: Transition[] = [];
  const reminders: Instant[] = [];
  for (const observation of observations) {
    const next = step(state, observation, rule);
    state = next.state;
    transitions.push(...next.transitions);
    reminders.push(...next.reminders);
  }
  return { state, transitions, reminders, episodes: episodesOf(from, transitions, state) };
}

function episodesOf(before: AlertState, transitions: readonly Transition[], after: AlertState): readonly Episode[] {
  const episodes: Episode[] = [];
  let begin = before.openedAt;
  let beganBeyond = false;
  for (const { effect, at, peak, ...transition } of transitions) {
    if (effect === 'opened') {
      begin = at;
      beganBeyond = transition.beganBeyond ?? false;
    } else if (effect !== null && begin !== null) {
      episodes.push({ begin, end: at, endedBy: effect, peak, beganBeyond });
      begin = null;
    }
  }
  if (after.openedAt !== null && after.openedAt !== before.openedAt)
    episodes.push({ begin: after.openedAt, end: null, endedBy: null, peak: after.peak, beganBeyond });
  return episodes;
}
