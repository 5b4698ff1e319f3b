import type { Span } from '@atrium/domain/core';
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react';

/** The hovered time span, shared by all charts of a page with the same time axis. */
interface Crosshair {
  readonly current: () => Span | null;
  readonly point: (span: Span | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Outside React state, so that hovering only rerenders the charts, not the page. */
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
