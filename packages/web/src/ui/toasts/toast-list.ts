import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly type: 'error' | 'success';
  /** What can be done about it while it is said. */
  readonly action: ToastAction | null;
}

export interface ToastAction {
  readonly label: string;
  readonly act: () => void;
}

/** The oldest goes when a sixth comes. */
const most = 5;

let held: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Says something in passing, in a corner. What is `said` is already in the reader's language; as a function it is said anew
 * whenever that changes.
 */
export function toast(type: Toast['type'], said: string | (() => string), action: ToastAction | null = null): void {
  lastId += 1;
  const added: Toast = {
    id: lastId,
    type,
    action,
    get text() {
      return typeof said === 'string' ? said : said();
    },
  };
  // Saying the same thing twice at once helps nobody: the newer one takes the place of the older.
  hold([...held.filter((other) => other.text !== added.text || other.type !== type), added].slice(-most));
}

export function dismissToast(id: number): void {
  hold(held.filter((other) => other.id !== id));
}

export function heldToasts(): readonly Toast[] {
  return held;
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held,
  );
}

function hold(next: readonly Toast[]): void {
  held = next;
  for (const listener of listeners) listener();
}
