/** What was, is and would be again. The newest of `past` is last, of `future` first. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the newest step was about: a step about the same thing takes its place. */
  readonly about: string | null;
}

/** Steps that can be taken back. */
const longest = 200;

export const startHistory = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  about: null,
});

/** Takes a step. Steps about one thing one after the other, such as letters of a name, are one step. */
export function step<Value>(history: History<Value>, next: Value, about: string | null = null): History<Value> {
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
