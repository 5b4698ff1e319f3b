import { useSyncExternalStore } from 'react';
import type { PublicSettings } from './public-settings.ts';

/** Lifetime of an answer, seconds: one month, whatever the answer. */
const answerLifetime = 30 * 24 * 3600;

const cookie = 'atrium-consent';

type Answer = 'yes' | 'no';

export interface Consent {
  readonly given: boolean;
  /** Whether the banner is shown. */
  readonly asks: boolean;
  /** Whether the user reopened the banner after an answer. */
  readonly again: boolean;
}

const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('atrium.consent');

/** Whether to show the banner; null follows the cookie. */
let asking: boolean | null = null;
/** Cached until a change: every widget reads it on each render, and reading cookies blocks on another process. */
let known: Consent | null = null;

tabs.onmessage = () => change(null);

/** Reads the cookie each time: an answer in another tab applies before its message arrives. */
export function hasConsent(): boolean {
  return storedAnswer() === 'yes';
}

/** Stores only the answer, in a cookie. */
export function answerConsent(answer: Answer): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${cookie}=${answer}; path=/; max-age=${answerLifetime}; samesite=lax${secure}`;
  change(false);
  tabs.postMessage(null);
}

/** Shows the banner again. The previous answer applies until then. */
export function reopenConsent(): void {
  change(true);
}

export function getConsent(): Consent {
  known ??= read();
  return known;
}

export function useConsent(): Consent {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getConsent);
}

const storedAnswer = () => new RegExp(`(?:^|; )${cookie}=(yes|no)(?:;|$)`).exec(document.cookie)?.[1];

function read(): Consent {
  const answer = storedAnswer();
  return {
    given: answer === 'yes',
    // In a frame the parent page asks.
    asks: asking ?? (answer === undefined && window.self === window.top),
    again: asking === true && answer !== undefined,
  };
}

function change(next: boolean | null): void {
  asking = next;
  known = null;
  for (const listener of listeners) listener();
}

/**
 * Loads the server's public settings. Its parser loads on the first call, because the sign-in page does not need it.
 */
export async function loadPublicSettings(): Promise<PublicSettings> {
  const module = await import('./public-settings.ts');
  return module.fetchPublicSettings();
}
