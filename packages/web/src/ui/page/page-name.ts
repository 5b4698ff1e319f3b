import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const listeners = new Set<() => void>();

/** Sets the name of the page's subject (e.g. a site) for breadcrumbs and the browser tab. Null while unknown. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    t(name);
    return () => t(null);
  }, [name]);
}

/** Returns the name of the page's subject, for the shell. */
export function useCurrentPageName(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function t(name: string | null): void {
  current = name;
  for (const listener of listeners) listener();
}
