import type { Span } from '@atrium/domain/core';
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react';

/** The moment a reader points at, shared by all charts of a page that show the same time. */
interface Crosshair {
  readonly current: () => Span | null;
  readonly point: (span: Span | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Kept outside React's state: pointing redraws the charts that show it, never the page around them. */
function createCrosshair(): Crosshair {
  let span: Span | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => span,
    point(next) {
      if (next?.from === span?.from && next?.to === span?.to) return;
      span = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const CrosshairContext = createContext<Crosshair>(createCrosshair());

export function CrosshairProvider({ children }: { readonly children: ReactNode }) {
  const [crosshair] = useState(createCrosshair);
  return <CrosshairContext value={crosshair}>{children}</CrosshairContext>;
}

export function useCrosshair(): readonly [Span | null, (span: Span | null) => void] {
  const crosshair = use(CrosshairContext);
  return [useSyncExternalStore(crosshair.subscribe, crosshair.current), crosshair.point];
}
