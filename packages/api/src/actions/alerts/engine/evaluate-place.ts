import {
  type AlertState,
  type Episode,
  initialAlertState,
  type Observation,
  type Rule,
  replay,
  step,
  type Tick,
  type Transition,
} from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';
import { settleMs } from './to-observations.ts';

/** State of an alert at a place, with earlier states. Evaluation continues from it. */
export interface EvaluationState {
  readonly state: AlertState;
  /**
   * States derived from observations only, before ticks: some hours apart, oldest first. The newest is the current one.
   */
  readonly checkpoints: readonly AlertState[];
}

export interface Evaluation extends EvaluationState {
  /** Oldest first. Empty after a re-evaluation. */
  readonly transitions: readonly Transition[];
  readonly reminders: readonly Instant[];
  /** Result of a re-evaluation after late readings. Null: none was needed. */
  readonly again: Correction | null;
}

/** Corrected history since a moment. */
export interface Correction {
  readonly since: Instant;
  readonly episodes: readonly Episode[];
  /** Whether the state at that moment is known. If not, entries that began earlier stay unchanged. */
  readonly isKnownBefore: boolean;
}

const checkpointEvery = 6 * 3_600_000;
const maxCheckpoints = 12;
/** Without an old enough checkpoint, re-evaluation starts this long before a late reading, ms. */
const lookBack = 24 * 3_600_000;

export interface EvaluationInput {
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
export function findObservationStart(
  known: EvaluationState | null,
  look: Pick<EvaluationInput, 'watchedSince' | 'writtenSince' | 'lateFrom'>,
): Instant {
  if (known === null) return look.watchedSince;
  if (!isLate(known, look)) return known.state.evaluatedUntil ?? look.watchedSince;
  return findCheckpoint(known, look).since;
}

type Late = Pick<EvaluationInput, 'writtenSince'> & { readonly lateFrom: Instant };

/**
 * Returns whether there are late readings that can be re-evaluated. Without an earlier checkpoint, they must not
 * precede the alert's start, and an open firing must have begun within the re-evaluated period.
 */
function isLate<L extends Pick<EvaluationInput, 'writtenSince' | 'lateFrom'>>(
  known: EvaluationState,
  look: L,
): look is L & Late {
  const { evaluatedUntil, openedAt } = known.state;
  const { lateFrom, writtenSince } = look;
  if (lateFrom === null || evaluatedUntil === null || lateFrom >= evaluatedUntil) return false;
  const { since, isKnownBefore } = findCheckpoint(known, { lateFrom, writtenSince });
  return isKnownBefore || (lateFrom >= writtenSince && (openedAt === null || openedAt >= since));
}

/** Evaluates the observations of a place since `findObservationStart`. */
export function evaluatePlace(
  known: EvaluationState | null,
  observations: readonly Observation[],
  look: EvaluationInput,
): Evaluation {
  const due = selectDue(observations, look);
  if (known !== null && isLate(known, look)) return reevaluate(known, due, look);
  // Continue from the last checkpoint, not from the last tick: readings may still arrive and fill the silence.
  const from = known?.checkpoints.at(-1) ?? { ...initialAlertState, silentSince: look.watchedSince };
  const replayed = replay(due, look.rule, from);
  const ticked = step(replayed.state, buildTick(look.now), look.rule);
  const isNew = filterNew(known?.state ?? null);
  const transitions = [...replayed.transitions, ...ticked.transitions].filter(isNew.transition);
  return {
    state: ticked.state,
    checkpoints: advanceCheckpoints(known?.checkpoints ?? [], due, look.rule, from),
    transitions: transitions.map((one) => (isBefore(one, look) ? { ...one, beganBeyond: true as const } : one)),
    reminders: [...replayed.reminders, ...ticked.reminders].filter(isNew.reminder),
    again: null,
  };
}

/** Builds a tick for now. Readings of the last `settleMs` may still arrive. */
export const buildTick = (now: Instant): Tick => ({ kind: 'tick', at: now, arrivedUntil: now - settleMs });

const isBefore = ({ effect, at }: Transition, { quietUntil }: EvaluationInput): boolean =>
  effect === 'opened' && at <= quietUntil;

/** Drops transitions and reminders that were already recorded, because ticks are replayed from the checkpoint. */
function filterNew(before: AlertState | null) {
  return {
    transition: ({ at, to }: Transition) => !(to === 'stale' && before?.phase === 'stale' && before.since === at),
    reminder: (at: Instant) => before?.remindedAt == null || at > before.remindedAt,
  };
}

function reevaluate(known: EvaluationState, due: readonly Observation[], look: EvaluationInput & Late): Evaluation {
  const { rule, now, quietUntil } = look;
  const { since, state: base, kept, isKnownBefore } = findCheckpoint(known, look);
  const replayed = replay(due, rule, base);
  const ticked = step(replayed.state, buildTick(now), rule);
  const stillOpen = base.openedAt !== null && base.openedAt === replayed.state.openedAt;
  const open: Episode[] = stillOpen
    ? [{ begin: base.openedAt, end: null, endedBy: null, peak: replayed.state.peak, beganBeyond: false }]
    : [];
  const found = replayed.episodes.map((one) => (one.begin <= quietUntil ? { ...one, beganBeyond: true } : one));
  return {
    state: ticked.state,
    checkpoints: advanceCheckpoints(kept, due, rule, base),
    transitions: [],
    reminders: [],
    again: { since, episodes: [...open, ...found], isKnownBefore },
  };
}

/** Returns the newest checkpoint before the late readings. */
function findCheckpoint({ checkpoints }: EvaluationState, { lateFrom, writtenSince }: Late) {
  const kept = checkpoints.filter(({ evaluatedUntil }) => evaluatedUntil !== null && evaluatedUntil <= lateFrom);
  const state = kept.at(-1);
  if (state?.evaluatedUntil != null) return { since: state.evaluatedUntil, state, kept, isKnownBefore: true };
  const since = Math.max(lateFrom - lookBack, writtenSince);
  return { since, state: { ...initialAlertState, silentSince: since }, kept, isKnownBefore: false };
}

/**
 * Advances the newest checkpoint by the due observations. Once it is `checkpointEvery` after the previous one, it stays
 * and a new one begins.
 */
function advanceCheckpoints(
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
  return kept.slice(-maxCheckpoints);
}

/** Returns whether the last two checkpoints are far enough apart to keep both. */
function isApart(checkpoints: readonly AlertState[]): boolean {
  const [last, before] = [checkpoints.at(-1)?.evaluatedUntil, checkpoints.at(-2)?.evaluatedUntil];
  return last != null && (before == null || last - before >= checkpointEvery);
}

/**
 * Returns the observations to evaluate now: up to the last complete interval, and later ones once their readings have
 * had time to arrive. Trailing gaps are left to ticks, because their readings may still arrive. Sums of an interval in
 * progress are evaluated, because they only grow.
 */
function selectDue(observations: readonly Observation[], { rule, now }: EvaluationInput): readonly Observation[] {
  const isWhole = (one: Observation) => one.kind === 'known' && !one.isInProgress && one.coverage >= 1 && one.to <= now;
  let end = observations.findLastIndex(isWhole);
  for (let index = end + 1; index < observations.length; index++) {
    const one = observations[index] as Observation;
    if (one.to > now - settleMs) break;
    if (one.kind !== 'missing') end = index;
  }
  // Skips gaps whose readings had time to arrive, so that they do not delay the interval in progress.
  const next = observations.findIndex(
    (one, index) => index > end && (one.kind !== 'missing' || one.to > now - settleMs),
  );
  const growing = observations[next];
  if (growing?.kind !== 'known' || !rule.isSum || growing.to <= now - settleMs) return observations.slice(0, end + 1);
  return observations.slice(0, next + 1).map((one) => (one === growing ? markInProgress(one) : one));
}

/** Marks an observation whose sum may still grow. */
const markInProgress = (one: Observation): Observation => (one.kind === 'known' ? { ...one, isInProgress: true } : one);
