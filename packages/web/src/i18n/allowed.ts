import { useSyncExternalStore } from 'react';
import { defaultLanguage, isLanguage, type Language, languages } from './languages.ts';

const key = 'atrium.languages';
const everyLanguage = Object.keys(languages) as Language[];
const listeners = new Set<() => void>();

/** Until the server's first response in this browser every language counts as allowed. */
let allowed: readonly Language[] = known((localStorage.getItem(key) ?? '').split(','));

/** Returns the languages that users may select, in order. Never empty. */
export const getAllowedLanguages = (): readonly Language[] => allowed;

/** Hook version, which renders again when the server allows others. */
export function useLanguages(): readonly Language[] {
  return useSyncExternalStore(listen, getAllowedLanguages);
}

/** Stores the allowed languages, also for the first screen of the next visit. Returns true if they changed. */
export function storeAllowedLanguages(codes: readonly string[]): boolean {
  const next = known(codes);
  if (next.join() === allowed.join()) return false;
  allowed = next;
  localStorage.setItem(key, next.join());
  for (const tell of listeners) tell();
  return true;
}

/** Returns this language if allowed, otherwise a fallback that is. */
export function toAllowedLanguage(language: Language): Language {
  if (allowed.includes(language)) return language;
  return allowed.includes(defaultLanguage) ? defaultLanguage : (allowed[0] ?? defaultLanguage);
}

/** Returns the codes we have texts for, or every language if none. */
function known(codes: readonly string[]): readonly Language[] {
  const ours = everyLanguage.filter((language) => codes.filter(isLanguage).includes(language));
  return ours.length > 0 ? ours : everyLanguage;
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
