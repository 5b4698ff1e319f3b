import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/**
 * `door`: what can be read before signing in. `help`: the help centre's answers. `widgets`: stored pages, explanations and
 * metrics. `house`: everything else.
 */
export type Part = 'door' | 'house' | 'help' | 'widgets';

/** Spelled out one by one, because a bundler makes a file of its own only of an import it can read. */
const loaders: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    door: () => import('virtual:catalogue/en/door'),
    house: () => import('virtual:catalogue/en/house'),
    help: () => import('virtual:catalogue/en/help'),
    widgets: () => import('virtual:catalogue/en/widgets'),
  },
  fr: {
    door: () => import('virtual:catalogue/fr/door'),
    house: () => import('virtual:catalogue/fr/house'),
    help: () => import('virtual:catalogue/fr/help'),
    widgets: () => import('virtual:catalogue/fr/widgets'),
  },
  de: {
    door: () => import('virtual:catalogue/de/door'),
    house: () => import('virtual:catalogue/de/house'),
    help: () => import('virtual:catalogue/de/help'),
    widgets: () => import('virtual:catalogue/de/widgets'),
  },
  it: {
    door: () => import('virtual:catalogue/it/door'),
    house: () => import('virtual:catalogue/it/house'),
    help: () => import('virtual:catalogue/it/help'),
    widgets: () => import('virtual:catalogue/it/widgets'),
  },
  es: {
    door: () => import('virtual:catalogue/es/door'),
    house: () => import('virtual:catalogue/es/house'),
    help: () => import('virtual:catalogue/es/help'),
    widgets: () => import('virtual:catalogue/es/widgets'),
  },
  ar: {
    door: () => import('virtual:catalogue/ar/door'),
    house: () => import('virtual:catalogue/ar/house'),
    help: () => import('virtual:catalogue/ar/help'),
    widgets: () => import('virtual:catalogue/ar/widgets'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await loaders[language][part]()).messages;
}
