import {
  type AlertState,
  type Episode,
  type Observation,
  type Rule,
  replay,
  step,
  type Tick,
  type Transition,
  unwatched,
} from '@atrium/domain/alerts';
import type { Instant } from '@atrium/domain/core';
import { settleMs } from '../observe/index.ts';

/** State of an alert at a place, with earlier states. Evaluation continues from it. */
export interface Standing {
  readonly state: AlertState;
  /**
   * States derived from observations only, before ticks: some hours apart, oldest first. The newest is the current one.
   */
  readonly checkpoints: readonly AlertState[];
}

export interface Judged extends Standing {
  /** Oldest first. Empty after a re-evaluation. */
  readonly transitions: readonly Transition[];
  readonly reminders: readonly Instant[];
  /** Result of a re-evaluation after late readings. Null: none was needed. */
  readonly again: Again | null;
}

/** Corrected history since a moment. */
export interface Again {
  readonly since: Instant;
  readonly episodes: readonly Episode[];
  /** Whether the state at that moment is known. If not, entries that began earlier stay unchanged. */
  readonly isKnownBefore: boolean;
}

const checkpointEvery = 6 * 3_600_000;
const mostCheckpoints = 12;
/** Without an old enough checkpoint, re-evaluation starts this long before a late reading, ms. */
const lookBack = 24 * 3_600_000;

export interface Look {
  readonly rule: Rule;
  readonly now: Instant;
  /** Where evaluation starts at a place without a state. */
  readonly watchedSince: Instant;
  /** Start of the alert's evaluation. Earlier periods are re-evaluated only if they were evaluated then. */
  readonly writtenSince: Instant;
  /** Firings until then began before the alert was saved. They send no notifications. */
  readonly quietUntil: Instant;
  /** Start of the late or corrected readings. Null: none. */
  readonly lateFrom: Instant | null;
}

/** Returns the start of the observations that evaluating a place needs. */
export function observedSince(
  standing: Standing | null,
  look: Pick<Look, 'watchedSince' | 'writtenSince' | 'lateFrom'>,
): Instant {
  if (standing === null) return look.watchedSince;
  if (!isLate(standing, look)) return standing.state.judgedUntil ?? look.watchedSince;
  return baseOf(standing, look).since;
}

type Late = Pick<Look, 'writtenSince'> & { readonly lateFrom: Instant };

/**
 * Returns whether late readings can be re-evaluated: not before every checkpoint during a firing that is still open.
 */
function isLate<L extends Pick<Look, 'writtenSince' | 'lateFrom'>>(standing: Standing, look: L): look is L & Late {
  const { judgedUntil, openedAt } = standing.state;
  const { lateFrom, writtenSince } = look;
  if (lateFrom === null || judgedUntil === null || lateFrom >= judgedUntil) return false;
  const { since, isKnownBefore } = baseOf(standing, { lateFrom, writtenSince });
  return isKnownBefore || (lateFrom >= writtenSince && (openedAt === null || openedAt >= since));
}

/** Evaluates the observations of a place since `observedSince`. */
export function judgePlace(standing: Standing | null, observations: readonly Observation[], look: Look): Judged {
  const due = dueOf(observations, look);
  if (standing !== null && isLate(standing, look)) return judgeAgain(standing, due, look);
  // Continue from the last checkpoint, not from the last tick: readings may still arrive and fill the silence.
  const from = standing?.checkpoints.at(-1) ?? { ...unwatched, silentSince: look.watchedSince };
  const replayed = replay(due, look.rule, from);
  const ticked = step(replayed.state, tickAt(look.now), look.rule);
  const isNew = newTo(standing?.state ?? null);
  const transitions = [...replayed.transitions, ...ticked.transitions].filter(isNew.transition);
  return {
    state: ticked.state,
    checkpoints: withCheckpoints(standing?.checkpoints ?? [], due, look.rule, from),
    transitions: transitions.map((one) => (isBefore(one, look) ? { ...one, beganBeyond: true as const } : one)),
    reminders: [...replayed.reminders, ...ticked.reminders].filter(isNew.reminder),
    again: null,
  };
}

/** Builds a tick for now. Readings of the last `settleMs` may still arrive. */
export const tickAt = (now: Instant): Tick => ({ kind: 'tick', at: now, arrivedUntil: now - settleMs });

const isBefore = ({ effect, at }: Transition, { quietUntil }: Look): boolean => effect === 'opened' && at <= quietUntil;

/** Ticks are repeated from the checkpoint; drops transitions and reminders that were recorded before. */
function newTo(before: AlertState | null) {
  return {
    transition: ({ at, to }: Transition) => !(to === 'stale' && before?.phase === 'stale' && before.since === at),
    reminder: (at: Instant) => before?.remindedAt == null || at > before.remindedAt,
  };
}

function judgeAgain(standing: Standing, due: readonly Observation[], look: Look & Late): Judged {
  const { rule, now, quietUntil } = look;
  const { since, state: base, kept, isKnownBefore } = baseOf(standing, look);
  const replayed = replay(due, rule, base);
  const ticked = step(replayed.state, tickAt(now), rule);
  const stillOpen = base.openedAt !== null && base.openedAt === replayed.state.openedAt;
  const open: Episode[] = stillOpen
    ? [{ begin: base.openedAt, end: null, endedBy: null, peak: replayed.state.peak, beganBeyond: false }]
    : [];
  const found = replayed.episodes.map((one) => (one.begin <= quietUntil ? { ...one, beganBeyond: true } : one));
  return {
    state: ticked.state,
    checkpoints: withCheckpoints(kept, due, rule, base),
    transitions: [],
    reminders: [],
    again: { since, episodes: [...open, ...found], isKnownBefore },
  };
}

/** Returns the newest checkpoint before the late readings. */
function baseOf({ checkpoints }: Standing, { lateFrom, writtenSince }: Late) {
  const kept = checkpoints.filter(({ judgedUntil }) => judgedUntil !== null && judgedUntil <= lateFrom);
  const state = kept.at(-1);
  if (state?.judgedUntil != null) return { since: state.judgedUntil, state, kept, isKnownBefore: true };
  const since = Math.max(lateFrom - lookBack, writtenSince);
  return { since, state: { ...unwatched, silentSince: since }, kept, isKnownBefore: false };
}

/**
 * Advances the newest checkpoint by the due observations. It stays once it is `checkpointEvery` after the previous one.
 */
function withCheckpoints(
  checkpoints: readonly AlertState[],
  due: readonly Observation[],
  rule: Rule,
  from: AlertState,
): readonly AlertState[] {
  let kept = checkpoints.length === 0 ? [from] : checkpoints;
  for (const observation of due) {
    const state = step(kept.at(-1) ?? from, observation, rule).state;
    kept = [...(isApart(kept) ? kept : kept.slice(0, -1)), state];
  }
  return kept.slice(-mostCheckpoints);
}

/** Returns whether the last two checkpoints are far enough apart to keep both. */
function isApart(checkpoints: readonly AlertState[]): boolean {
  const [last, before] = [checkpoints.at(-1)?.judgedUntil, checkpoints.at(-2)?.judgedUntil];
  return last != null && (before == null || last - before >= checkpointEvery);
}

/**
 * Returns the observations to evaluate now: up to the last complete interval, and later ones once their readings have
 * had time to arrive. Trailing gaps are left to ticks, because their readings may still arrive. Sums of an interval in
 * progress are evaluated, because they only grow.
 */
function dueOf(observations: readonly Observation[], { rule, now }: Look): readonly Observation[] {
  const isWhole = (one: Observation) => one.kind === 'known' && !one.isInProgress && one.coverage >= 1 && one.to <= now;
  let end = observations.findLastIndex(isWhole);
  for (let index = end + 1; index < observations.length; index++) {
    const one = observations[index] as Observation;
    if (one.to > now - settleMs) break;
    if (one.kind !== 'missing') end = index;
  }
  // A gap before it whose readings had time to arrive does not delay it.
  const next = observations.findIndex(
    (one, index) => index > end && (one.kind !== 'missing' || one.to > now - settleMs),
  );
  const growing = observations[next];
  if (growing?.kind !== 'known' || !rule.isSum || growing.to <= now - settleMs) return observations.slice(0, end + 1);
  return observations.slice(0, next + 1).map((one) => (one === growing ? asGrowing(one) : one));
}

/** Its sum may still grow. */
const asGrowing = (one: Observation): Observation => (one.kind === 'known' ? { ...one, isInProgress: true } : one);
