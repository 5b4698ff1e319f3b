import { useSyncExternalStore } from 'react';
import type { Overlay } from './use-shortcuts.ts';

let current: Overlay | null = null;
const listeners = new Set<() => void>();

/** Opens one overlay, or closes it with null. Called by the header, shortcuts, the palette and pages. */
export function setOverlay(overlay: Overlay | null): void {
  current = overlay;
  for (const listener of listeners) listener();
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
