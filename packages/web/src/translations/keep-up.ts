import { version as builtVersion } from 'virtual:catalogue-version';
import type { Messages } from '@lingui/core';
import { ask } from '../access/index.ts';
import { allow, takeMessages } from '../i18n/index.ts';
import { TranslationDetailsDocument } from './operations.generated.ts';

/** Milliseconds that must lie between two questions: somebody may change tabs every few seconds. */
const rest = 60_000;

/**
 * Follows the server's texts from now on: asks at once, and again whenever the page comes back into view. Texts of
 * another version than those at hand take their place, and only allowed languages can be chosen.
 */
export function keepUp(now: () => number = Date.now): void {
  let version = builtVersion;
  let askedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (document.visibilityState === 'hidden' || now() - askedAt < rest) return;
    askedAt = now();
    version = await follow(version).catch(() => version);
  };
  document.addEventListener('visibilitychange', () => void look());
  void look();
}

/** One look at the server. Resolves to the version now at hand; throws where the server can't be reached. */
export async function follow(version: string): Promise<string> {
  const { translationDetailsByProject: details } = await ask(TranslationDetailsDocument, {});
  await allow(details.allowedLanguages);
  // A server without a build of its own has no texts; ours are then the newest.
  if (details.version === version || details.version === '') return version;
  const texts = await textsOf(details.version);
  const isAllowed = ([language]: readonly [string, Messages]) => details.allowedLanguages.includes(language);
  await takeMessages(Object.entries(texts.languages).filter(isAllowed));
  return texts.version;
}

interface Texts {
  readonly version: string;
  readonly languages: Readonly<Record<string, Messages>>;
}

/** A file of the server's build, which browsers and proxies keep: whoever is not signed in asks for it too. */
async function textsOf(version: string): Promise<Texts> {
  const answer = await fetch(`/translations.json?version=${encodeURIComponent(version)}`);
  if (!answer.ok) throw new Error(`the texts were answered with ${answer.status}`);
  return answer.json();
}
