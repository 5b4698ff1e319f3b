import { useSyncExternalStore } from 'react';

/** The user's choice; `system` follows the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system';
export type ShownTheme = 'light' | 'dark';

/** first-paint.js reads the same key. */
const key = 'atrium.theme';
const listeners = new Set<() => void>();

export function getChosenTheme(): ThemeChoice | null {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' || stored === 'system' ? stored : null;
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  show();
}

/** Resets to the system's preference, as in a new browser. */
export function resetTheme(): void {
  localStorage.removeItem(key);
  show();
}

/** Returns the theme on screen. Scripts that read colours must read them again when it changes. */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(subscribe, shownTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => getChosenTheme() ?? 'system');
}

function shownTheme(): ShownTheme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function show(): void {
  const choice = getChosenTheme();
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) followOutside('addEventListener');
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) followOutside('removeEventListener');
  };
}

/** Follows the system's preference and changes in other tabs. */
function followOutside(method: 'addEventListener' | 'removeEventListener'): void {
  matchMedia('(prefers-color-scheme: dark)')[method]('change', show);
  window[method]('storage', show);
}
