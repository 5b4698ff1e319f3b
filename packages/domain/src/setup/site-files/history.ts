/** An undo history. The newest entry of `past` is last, of `future` first. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** Subject of the newest step. A step with the same subject replaces it. */
  readonly about: string | null;
}

/** Maximum number of undo steps. */
const longest = 200;

export const startHistory = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  about: null,
});

/** Adds a step. Consecutive steps about the same subject, such as typed letters, are one step. */
export function pushStep<Value>(history: History<Value>, next: Value, about: string | null = null): History<Value> {
  if (Object.is(next, history.present)) return history;
  const goesOn = about !== null && about === history.about && history.past.length > 0;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-longest);
  return { past, present: next, future: [], about };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    about: null,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, about: null };
}
