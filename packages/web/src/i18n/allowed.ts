import { useSyncExternalStore } from 'react';
import { defaultLanguage, isLanguage, type Language, languages } from './languages.ts';

const key = 'atrium.languages';
const everyLanguage = Object.keys(languages) as Language[];
const listeners = new Set<() => void>();

/** Until the server has said so for the first time in this browser, every language counts as allowed. */
let allowed: readonly Language[] = known((localStorage.getItem(key) ?? '').split(','));

/** The languages people may choose here, in the order they are offered. Never empty. */
export const allowedLanguages = (): readonly Language[] => allowed;

/** The same for a component, which renders again when the server allows others. */
export function useLanguages(): readonly Language[] {
  return useSyncExternalStore(listen, allowedLanguages);
}

/** Keeps what the server allows, also for the first screen of the next visit. True when that is news. */
export function allowLanguages(codes: readonly string[]): boolean {
  const next = known(codes);
  if (next.join() === allowed.join()) return false;
  allowed = next;
  localStorage.setItem(key, next.join());
  for (const tell of listeners) tell();
  return true;
}

/** This language if it may be chosen here, else the one that may. */
export function permitted(language: Language): Language {
  if (allowed.includes(language)) return language;
  return allowed.includes(defaultLanguage) ? defaultLanguage : (allowed[0] ?? defaultLanguage);
}

/** Those of the codes there are texts in; every language where that is none. */
function known(codes: readonly string[]): readonly Language[] {
  const ours = everyLanguage.filter((language) => codes.filter(isLanguage).includes(language));
  return ours.length > 0 ? ours : everyLanguage;
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
