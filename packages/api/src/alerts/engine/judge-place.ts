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

/** Where an alert stands at a place, and where it stood before: what judging goes on from. */
export interface Standing {
  readonly state: AlertState;
  /** By what was observed alone, before time passed: some hours apart and oldest first, the newest is the present one. */
  readonly checkpoints: readonly AlertState[];
}

export interface Judged extends Standing {
  /** Oldest first; none where what was judged before was judged again. */
  readonly transitions: readonly Transition[];
  readonly reminders: readonly Instant[];
  /** What is true since then, where readings that came late made it be judged again; else null. */
  readonly again: Again | null;
}

/** What is true since a moment. */
export interface Again {
  readonly since: Instant;
  readonly episodes: readonly Episode[];
  /** Whether it is known how the alert stood then; if not, what began before stays as it is written. */
  readonly isKnownBefore: boolean;
}

const checkpointEvery = 6 * 3_600_000;
const mostCheckpoints = 12;
/** Where no checkpoint goes back far enough, judging begins so long before a late reading, ms. */
const lookBack = 24 * 3_600_000;

export interface Look {
  readonly rule: Rule;
  readonly now: Instant;
  /** When a place that nothing is known of began to be watched. */
  readonly watchedSince: Instant;
  /** When the alert began to be watched anywhere: of what was before, only what was judged then is judged again. */
  readonly writtenSince: Instant;
  /** What fired by then was beyond its limit before the alert was saved: nobody is told of it. */
  readonly quietUntil: Instant;
  /** Readings since then came, or were corrected, after they were judged; null: none. */
  readonly lateFrom: Instant | null;
}

/** Since when a place has to be observed to be judged. */
export function observedSince(
  standing: Standing | null,
  look: Pick<Look, 'watchedSince' | 'writtenSince' | 'lateFrom'>,
): Instant {
  if (standing === null) return look.watchedSince;
  if (!isLate(standing, look)) return standing.state.judgedUntil ?? look.watchedSince;
  return baseOf(standing, look).since;
}

type Late = Pick<Look, 'writtenSince'> & { readonly lateFrom: Instant };

/** Whether what came late can be judged again: not where it lies before every checkpoint, and in a firing that lasts. */
function isLate<L extends Pick<Look, 'writtenSince' | 'lateFrom'>>(standing: Standing, look: L): look is L & Late {
  const { judgedUntil, openedAt } = standing.state;
  const { lateFrom, writtenSince } = look;
  if (lateFrom === null || judgedUntil === null || lateFrom >= judgedUntil) return false;
  const { since, isKnownBefore } = baseOf(standing, { lateFrom, writtenSince });
  return isKnownBefore || (lateFrom >= writtenSince && (openedAt === null || openedAt >= since));
}

/** Judges what was observed of a place since `observedSince`. */
export function judgePlace(standing: Standing | null, observations: readonly Observation[], look: Look): Judged {
  const due = dueOf(observations, look);
  if (standing !== null && isLate(standing, look)) return judgeAgain(standing, due, look);
  // Not from what time made of it: readings on their way may show that it was no silence.
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

/** Time that has passed by now, of which readings have had time to arrive but for the last of it. */
export const tickAt = (now: Instant): Tick => ({ kind: 'tick', at: now, arrivedUntil: now - settleMs });

const isBefore = ({ effect, at }: Transition, { quietUntil }: Look): boolean => effect === 'opened' && at <= quietUntil;

/** What time had brought about is found once more; it was written down and told then. */
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

/** The newest state that knows nothing of what came late. */
function baseOf({ checkpoints }: Standing, { lateFrom, writtenSince }: Late) {
  const kept = checkpoints.filter(({ judgedUntil }) => judgedUntil !== null && judgedUntil <= lateFrom);
  const state = kept.at(-1);
  if (state?.judgedUntil != null) return { since: state.judgedUntil, state, kept, isKnownBefore: true };
  const since = Math.max(lateFrom - lookBack, writtenSince);
  return { since, state: { ...unwatched, silentSince: since }, kept, isKnownBefore: false };
}

/** The newest of `checkpoints` is what judging goes on from: it moves along, and stays where it is far from the one before. */
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

/** Whether the last two are so far from each other that both are worth keeping. */
function isApart(checkpoints: readonly AlertState[]): boolean {
  const [last, before] = [checkpoints.at(-1)?.judgedUntil, checkpoints.at(-2)?.judgedUntil];
  return last != null && (before == null || last - before >= checkpointEvery);
}

/**
 * What can be judged by now: up to the last interval that is wholly known, and what follows it once its readings have had
 * time to arrive. What nobody told of at the end is left to time: its readings may be on their way. Of an interval in
 * progress sums are judged, which only grow.
 */
function dueOf(observations: readonly Observation[], { rule, now }: Look): readonly Observation[] {
  const isWhole = (one: Observation) => one.kind === 'known' && !one.isInProgress && one.coverage >= 1 && one.to <= now;
  let end = observations.findLastIndex(isWhole);
  for (let index = end + 1; index < observations.length; index++) {
    const one = observations[index] as Observation;
    if (one.to > now - settleMs) break;
    if (one.kind !== 'missing') end = index;
  }
  // Silence before it that had its time to be told of does not keep it waiting.
  const next = observations.findIndex(
    (one, index) => index > end && (one.kind !== 'missing' || one.to > now - settleMs),
  );
  const growing = observations[next];
  if (growing?.kind !== 'known' || !rule.isSum || growing.to <= now - settleMs) return observations.slice(0, end + 1);
  return observations.slice(0, next + 1).map((one) => (one === growing ? asGrowing(one) : one));
}

/** More may still be counted of it. */
const asGrowing = (one: Observation): Observation => (one.kind === 'known' ? { ...one, isInProgress: true } : one);
