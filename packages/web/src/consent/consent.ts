import { useSyncExternalStore } from 'react';

/** Seconds: one month, then people are asked again. */
const consentLasts = 30 * 24 * 3600;

const cookie = 'atrium-consent';
/** Until the browser is closed: who declined is not asked on every page. */
const declined = 'atrium.consent.declined';
const listeners = new Set<() => void>();

export function hasConsent(): boolean {
  return document.cookie.split('; ').includes(`${cookie}=yes`);
}

/** Whether the banner has been answered in a way that still counts. */
function isAnswered(): boolean {
  return hasConsent() || sessionStorage.getItem(declined) !== null;
}

export function giveConsent(): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${cookie}=yes; path=/; max-age=${consentLasts}; samesite=lax${secure}`;
  tell();
}

export function declineConsent(): void {
  sessionStorage.setItem(declined, '1');
  tell();
}

type State = 'given' | 'answered' | 'open';

/** Read once per change: every widget asks at each rendering, and a look at the cookies waits for another process. */
let known: State | null = null;
const stateNow = (): State => (known ??= hasConsent() ? 'given' : isAnswered() ? 'answered' : 'open');

export function useConsent(): { readonly given: boolean; readonly answered: boolean } {
  const state = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, stateNow);
  return { given: state === 'given', answered: state !== 'open' };
}

function tell(): void {
  known = null;
  for (const listener of listeners) listener();
}
