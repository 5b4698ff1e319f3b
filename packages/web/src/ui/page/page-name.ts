import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const listeners = new Set<() => void>();

/** Tells the shell what the page is about (a site's name), for crumbs and the browser's tab. null while unknown. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    t(name);
    return () => t(null);
  }, [name]);
}

/** For the shell. */
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
