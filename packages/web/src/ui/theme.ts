import { useSyncExternalStore } from 'react';

/** What a person chose; `system` follows the machine. */
export type ThemeChoice = 'light' | 'dark' | 'system';
export type ShownTheme = 'light' | 'dark';

/** The same key is read by first-paint.js. */
const key = 'atrium.theme';
const listeners = new Set<() => void>();

export function chosenTheme(): ThemeChoice | null {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' || stored === 'system' ? stored : null;
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  show();
}

/** Back to the system's preference, as for a browser nobody has used yet. */
export function forgetTheme(): void {
  localStorage.removeItem(key);
  show();
}

/** What is on the screen now. Colours that are read in scripts must be read again when it changes. */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(subscribe, shownTheme);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => chosenTheme() ?? 'system');
}

function shownTheme(): ShownTheme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function show(): void {
  const choice = chosenTheme();
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

/** The system's preference, and a choice made in another tab. */
function followOutside(method: 'addEventListener' | 'removeEventListener'): void {
  matchMedia('(prefers-color-scheme: dark)')[method]('change', show);
  window[method]('storage', show);
}
