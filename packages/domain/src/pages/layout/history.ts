/** Undo history: past, present and undone states. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Kind of the last change. A further change of the same kind joins its undo step. */
  readonly step: string | null;
}

/** Maximum number of undo steps. Older ones are dropped. */
const maxSteps = 200;

export const createHistory = <State>(present: State): History<State> => ({ past: [], present, future: [], step: null });

/**
 * Records a new state. Consecutive changes with the same `step`, such as typing into one field, are one undo step.
 * Clears the redo states.
 */
export function recordState<State>(
  history: History<State>,
  present: State,
  step: string | null = null,
): History<State> {
  if (present === history.present) return history;
  const isSameStep = step !== null && step === history.step;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present, future: [], step };
}

/** Undoes a step. Returns the same history if there is none. */
export function undoStep<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: null };
}

/** Redoes a step. Returns the same history if there is none. */
export function redoStep<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: rest, step: null };
}
