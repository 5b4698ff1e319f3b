import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly type: 'error' | 'success';
  /** Action offered while the toast is visible. */
  readonly action: ToastAction | null;
}

export interface ToastAction {
  readonly label: string;
  readonly act: () => void;
}

/** Maximum number of toasts. A further one removes the oldest. */
const maxToasts = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast. `said` is translated text, or a function that is called again when the language changes. */
export function showToast(type: Toast['type'], said: string | (() => string), action: ToastAction | null = null): void {
  lastId += 1;
  const added: Toast = {
    id: lastId,
    type,
    action,
    get text() {
      return typeof said === 'string' ? said : said();
    },
  };
  // A toast with the same text replaces the older one.
  setToasts([...toasts.filter((other) => other.text !== added.text || other.type !== type), added].slice(-maxToasts));
}

export function dismissToast(id: number): void {
  setToasts(toasts.filter((other) => other.id !== id));
}

/** Removes all toasts, e.g. when what they report no longer applies. */
export function dismissAllToasts(): void {
  setToasts([]);
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
