import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/**
 * `app`: what any page may say. `door`: the pages before signing in. `help`: the help centre's answers, the tutorial.
 * `metrics`: what metrics are called and what they mean. `house`: everything else.
 */
export type Part = 'app' | 'door' | 'house' | 'help' | 'metrics';

/** Spelled out one by one, because a bundler makes a file of its own only of an import it can read. */
const loaders: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    app: () => import('virtual:catalogue/en/app'),
    door: () => import('virtual:catalogue/en/door'),
    house: () => import('virtual:catalogue/en/house'),
    help: () => import('virtual:catalogue/en/help'),
    metrics: () => import('virtual:catalogue/en/metrics'),
  },
  fr: {
    app: () => import('virtual:catalogue/fr/app'),
    door: () => import('virtual:catalogue/fr/door'),
    house: () => import('virtual:catalogue/fr/house'),
    help: () => import('virtual:catalogue/fr/help'),
    metrics: () => import('virtual:catalogue/fr/metrics'),
  },
  de: {
    app: () => import('virtual:catalogue/de/app'),
    door: () => import('virtual:catalogue/de/door'),
    house: () => import('virtual:catalogue/de/house'),
    help: () => import('virtual:catalogue/de/help'),
    metrics: () => import('virtual:catalogue/de/metrics'),
  },
  it: {
    app: () => import('virtual:catalogue/it/app'),
    door: () => import('virtual:catalogue/it/door'),
    house: () => import('virtual:catalogue/it/house'),
    help: () => import('virtual:catalogue/it/help'),
    metrics: () => import('virtual:catalogue/it/metrics'),
  },
  es: {
    app: () => import('virtual:catalogue/es/app'),
    door: () => import('virtual:catalogue/es/door'),
    house: () => import('virtual:catalogue/es/house'),
    help: () => import('virtual:catalogue/es/help'),
    metrics: () => import('virtual:catalogue/es/metrics'),
  },
  ar: {
    app: () => import('virtual:catalogue/ar/app'),
    door: () => import('virtual:catalogue/ar/door'),
    house: () => import('virtual:catalogue/ar/house'),
    help: () => import('virtual:catalogue/ar/help'),
    metrics: () => import('virtual:catalogue/ar/metrics'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await loaders[language][part]()).messages;
}
