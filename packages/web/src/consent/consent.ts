import { useSyncExternalStore } from 'react';

/** Seconds: one month, then people are asked again, whatever they answered. */
const answerLasts = 30 * 24 * 3600;

const cookie = 'atrium-consent';

type Answer = 'yes' | 'no';

export interface Consent {
  readonly given: boolean;
  /** The question is on the screen. */
  readonly asks: boolean;
  /** It was asked for by hand, though there is an answer. */
  readonly again: boolean;
}

const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('atrium.consent');

/** Whether to ask; null: as the cookie says. */
let asking: boolean | null = null;
/** Read once per change: every widget asks at each rendering, and a look at the cookies waits for another process. */
let known: Consent | null = null;

tabs.onmessage = () => change(null);

/** Read anew each time: an answer given in another tab holds before its word of it arrives. */
export function hasConsent(): boolean {
  return storedAnswer() === 'yes';
}

/** Remembered in a cookie that holds the answer and nothing else. */
export function answerConsent(answer: Answer): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${cookie}=${answer}; path=/; max-age=${answerLasts}; samesite=lax${secure}`;
  change(false);
  tabs.postMessage(null);
}

/** Puts the question again; until it is answered the answer before holds. */
export function askAgain(): void {
  change(true);
}

export function consentNow(): Consent {
  known ??= read();
  return known;
}

export function useConsent(): Consent {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, consentNow);
}

const storedAnswer = () => new RegExp(`(?:^|; )${cookie}=(yes|no)(?:;|$)`).exec(document.cookie)?.[1];

function read(): Consent {
  const answer = storedAnswer();
  return {
    given: answer === 'yes',
    // A frame leaves it to the page around it.
    asks: asking ?? (answer === undefined && window.self === window.top),
    again: asking === true && answer !== undefined,
  };
}

function change(next: boolean | null): void {
  asking = next;
  known = null;
  for (const listener of listeners) listener();
}
