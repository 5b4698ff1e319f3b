import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Unsaved work of a form. */
export interface UnsavedWork {
  /** Saves and returns whether it succeeded. The form shows its own errors. */
  save(): Promise<boolean>;
  discard(): void;
}

/** `rendered`: unsaved work exists, so leaving asks. `shown`: the dialog is open. */
export interface ExitState {
  readonly rendered: boolean;
  readonly shown: boolean;
}

const works = new Set<UnsavedWork>();
const listeners = new Set<() => void>();
let state: ExitState = { rendered: false, shown: false };

/** Registers unsaved work. Leaving asks about it until the returned function is called. */
function registerUnsavedWork(work: UnsavedWork): () => void {
  works.add(work);
  update(state.shown);
  return () => {
    works.delete(work);
    update(state.shown && works.size > 0);
  };
}

export function unsavedWork(): readonly UnsavedWork[] {
  return [...works];
}

export function getExitState(): ExitState {
  return state;
}

export function setExitShown(shown: boolean): void {
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

export interface Unsaved extends UnsavedWork {
  /** Whether something changed and is not saved. */
  readonly isDirty: boolean;
}

/** Guards a form: while it is dirty, links, breadcrumbs, the back button and the browser ask before leaving. */
export function useUnsavedChanges({ isDirty, save, discard }: Unsaved): void {
  const latest = useRef({ save, discard });
  latest.current = { save, discard };
  useEffect(() => {
    if (!isDirty) return;
    return registerUnsavedWork({ save: () => latest.current.save(), discard: () => latest.current.discard() });
  }, [isDirty]);
}
