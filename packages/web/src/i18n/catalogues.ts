import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';
import type { LatePart } from './late-catalogues.ts';

/** `door`: what can be read before signing in. `house`: everything else that is not late. */
type FirstPart = 'door' | 'house';
export type Part = FirstPart | LatePart;

/** Spelled out one by one, because a bundler makes a file of its own only of an import it can read. */
const loaders: Record<Language, Record<FirstPart, () => Promise<{ messages: Messages }>>> = {
  en: {
    door: () => import('virtual:catalogue/en/door'),
    house: () => import('virtual:catalogue/en/house'),
  },
  fr: {
    door: () => import('virtual:catalogue/fr/door'),
    house: () => import('virtual:catalogue/fr/house'),
  },
  de: {
    door: () => import('virtual:catalogue/de/door'),
    house: () => import('virtual:catalogue/de/house'),
  },
  it: {
    door: () => import('virtual:catalogue/it/door'),
    house: () => import('virtual:catalogue/it/house'),
  },
  es: {
    door: () => import('virtual:catalogue/es/door'),
    house: () => import('virtual:catalogue/es/house'),
  },
  ar: {
    door: () => import('virtual:catalogue/ar/door'),
    house: () => import('virtual:catalogue/ar/house'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  if (part !== 'door' && part !== 'house')
    return (await (await import('./late-catalogues.ts')).lateLoaders[language][part]()).messages;
  return (await loaders[language][part]()).messages;
}
