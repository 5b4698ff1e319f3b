import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/** `door`: what can be read before signing in. `help`: the help centre's answers. `people`: profile and settings. `house`: everything else. */
export type Part = 'door' | 'house' | 'help' | 'people';

/** Spelled out one by one, because a bundler makes a file of its own only of an import it can read. */
const loaders: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    door: () => import('virtual:catalogue/en/door'),
    house: () => import('virtual:catalogue/en/house'),
    help: () => import('virtual:catalogue/en/help'),
    people: () => import('virtual:catalogue/en/people'),
  },
  fr: {
    door: () => import('virtual:catalogue/fr/door'),
    house: () => import('virtual:catalogue/fr/house'),
    help: () => import('virtual:catalogue/fr/help'),
    people: () => import('virtual:catalogue/fr/people'),
  },
  de: {
    door: () => import('virtual:catalogue/de/door'),
    house: () => import('virtual:catalogue/de/house'),
    help: () => import('virtual:catalogue/de/help'),
    people: () => import('virtual:catalogue/de/people'),
  },
  it: {
    door: () => import('virtual:catalogue/it/door'),
    house: () => import('virtual:catalogue/it/house'),
    help: () => import('virtual:catalogue/it/help'),
    people: () => import('virtual:catalogue/it/people'),
  },
  es: {
    door: () => import('virtual:catalogue/es/door'),
    house: () => import('virtual:catalogue/es/house'),
    help: () => import('virtual:catalogue/es/help'),
    people: () => import('virtual:catalogue/es/people'),
  },
  ar: {
    door: () => import('virtual:catalogue/ar/door'),
    house: () => import('virtual:catalogue/ar/house'),
    help: () => import('virtual:catalogue/ar/help'),
    people: () => import('virtual:catalogue/ar/people'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await loaders[language][part]()).messages;
}
