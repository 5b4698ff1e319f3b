import { useSyncExternalStore } from 'react';

/** Work a form holds that would be lost by leaving. */
export interface UnsavedWork {
  /** Whether it is saved now; what kept it from being saved is shown by the form. */
  save(): Promise<boolean>;
  discard(): void;
}

/** `rendered`: something is unsaved, so leaving would ask. `shown`: the question is on the screen. */
export interface ExitState {
  readonly rendered: boolean;
  readonly shown: boolean;
}

const works = new Set<UnsavedWork>();
const listeners = new Set<() => void>();
let state: ExitState = { rendered: false, shown: false };

/** Until the returned function is called, leaving the page asks what to do with the work. */
export function holdWork(work: UnsavedWork): () => void {
  works.add(work);
  update(state.shown);
  return () => {
    works.delete(work);
    update(state.shown && works.size > 0);
  };
}

export function heldWork(): readonly UnsavedWork[] {
  return [...works];
}

export function exitState(): ExitState {
  return state;
}

export function showExit(shown: boolean): void {
  update(shown);
}

export function useExitState(): ExitState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

function update(shown: boolean): void {
  const rendered = works.size > 0;
  if (state.rendered === rendered && state.shown === shown) return;
  state = { rendered, shown };
  for (const listener of listeners) listener();
}
