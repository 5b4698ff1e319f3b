/** What was, what is, and what was undone. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** What the present came from; a change of the same kind that follows becomes one step with it. */
  readonly step: string | null;
}

/** Steps that can be undone; older ones are forgotten. */
const mostSteps = 200;

export const begun = <State>(present: State): History<State> => ({ past: [], present, future: [], step: null });

/**
 * Goes on with another state. `step` names what belongs together, as the letters typed into one field do: such changes
 * in a row are undone at once. What was undone before is gone.
 */
export function recorded<State>(history: History<State>, present: State, step: string | null = null): History<State> {
  if (present === history.present) return history;
  const isSameStep = step !== null && step === history.step;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-mostSteps);
  return { past, present, future: [], step };
}

/** The same history where nothing can be undone. */
export function undone<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], step: null };
}

/** The same history where nothing was undone. */
export function redone<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: rest, step: null };
}
