import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/**
 * `door`: what can be read before signing in. `help`: the help centre's answers. `measures`: the metrics' names and the
 * words of the pages about any of them. `house`: everything else.
 */
export type Part = 'door' | 'house' | 'measures' | 'help';

/** Spelled out one by one, because a bundler makes a file of its own only of an import it can read. */
const loaders: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    door: () => import('virtual:catalogue/en/door'),
    house: () => import('virtual:catalogue/en/house'),
    measures: () => import('virtual:catalogue/en/measures'),
    help: () => import('virtual:catalogue/en/help'),
  },
  fr: {
    door: () => import('virtual:catalogue/fr/door'),
    house: () => import('virtual:catalogue/fr/house'),
    measures: () => import('virtual:catalogue/fr/measures'),
    help: () => import('virtual:catalogue/fr/help'),
  },
  de: {
    door: () => import('virtual:catalogue/de/door'),
    house: () => import('virtual:catalogue/de/house'),
    measures: () => import('virtual:catalogue/de/measures'),
    help: () => import('virtual:catalogue/de/help'),
  },
  it: {
    door: () => import('virtual:catalogue/it/door'),
    house: () => import('virtual:catalogue/it/house'),
    measures: () => import('virtual:catalogue/it/measures'),
    help: () => import('virtual:catalogue/it/help'),
  },
  es: {
    door: () => import('virtual:catalogue/es/door'),
    house: () => import('virtual:catalogue/es/house'),
    measures: () => import('virtual:catalogue/es/measures'),
    help: () => import('virtual:catalogue/es/help'),
  },
  ar: {
    door: () => import('virtual:catalogue/ar/door'),
    house: () => import('virtual:catalogue/ar/house'),
    measures: () => import('virtual:catalogue/ar/measures'),
    help: () => import('virtual:catalogue/ar/help'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await loaders[language][part]()).messages;
}
