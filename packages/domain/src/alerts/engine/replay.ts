import type { Instant } from '../../core/index.ts';
import type { Observation, Rule } from './rule.ts';
import { type AlertState, type Peak, type Transition, unwatched } from './state.ts';
import { step } from './step.ts';

/** One time an alert fired at a place. */
export interface Episode {
  readonly begin: Instant;
  /** null: it is open. */
  readonly end: Instant | null;
  readonly endedBy: 'ended' | 'closed' | null;
  readonly peak: Peak | null;
  /** Nobody is told: it was beyond its limit already when watching began. */
  readonly beganBeyond: boolean;
}

export interface Replay {
  readonly state: AlertState;
  readonly transitions: readonly Transition[];
  readonly reminders: readonly Instant[];
  /** Those that began in the replay, and the one that was open before it if it ended in it; oldest first. */
  readonly episodes: readonly Episode[];
}

/** Runs observations, in the order of time, through the engine's step. What was open before keeps its begin. */
export function replay(observations: readonly Observation[], rule: Rule, from: AlertState = unwatched): Replay {
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
