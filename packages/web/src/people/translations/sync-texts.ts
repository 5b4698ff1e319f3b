import { version as builtVersion } from 'virtual:catalogue-version';
import type { Messages } from '@lingui/core';
import { replaceMessages, setAllowedLanguages } from '../../i18n/index.ts';
import { ask } from '../access/index.ts';
import { TranslationDetailsDocument } from './operations.generated.ts';

/** Minimum interval between checks, ms, because users may switch tabs every few seconds. */
const minCheckMs = 60_000;

/**
 * Keeps texts in sync with the server: checks now, and whenever the page becomes visible. Replaces texts of another
 * version, and applies the allowed languages.
 */
export function syncTexts(now: () => number = Date.now): void {
  let version = builtVersion;
  let askedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (document.visibilityState === 'hidden' || now() - askedAt < minCheckMs) return;
    askedAt = now();
    version = await checkTexts(version).catch(() => version);
  };
  document.addEventListener('visibilitychange', () => void look());
  void look();
}

/** Checks the server once. Resolves to the current version; throws if it is unreachable. */
export async function checkTexts(version: string): Promise<string> {
  const { translationDetailsByProject: details } = await ask(TranslationDetailsDocument, {});
  await setAllowedLanguages(details.allowedLanguages);
  // A server without its own build has no texts, so the page's are the newest.
  if (details.version === version || details.version === '') return version;
  const texts = await fetchTexts(details.version);
  const isAllowed = ([language]: readonly [string, Messages]) => details.allowedLanguages.includes(language);
  await replaceMessages(Object.entries(texts.languages).filter(isAllowed));
  return texts.version;
}

interface Texts {
  readonly version: string;
  readonly languages: Readonly<Record<string, Messages>>;
}

/** Fetches a file of the server's build, which browsers and proxies cache. Needs no sign-in. */
async function fetchTexts(version: string): Promise<Texts> {
  const answer = await fetch(`/translations.json?version=${encodeURIComponent(version)}`);
  if (!answer.ok) throw new Error(`the texts were answered with ${answer.status}`);
  return answer.json();
}
