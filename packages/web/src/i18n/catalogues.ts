import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/** `app`: what any page may say. `door`: the pages before signing in. `help`: the help centre's answers, the tutorial. `widgets`: what single types say. `house`: everything else. */
export type Part = 'app' | 'door' | 'house' | 'help' | 'widgets';

/** Spelled out one by one, because a bundler makes a file of its own only of an import it can read. */
const loaders: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    app: () => import('virtual:catalogue/en/app'),
    door: () => import('virtual:catalogue/en/door'),
    house: () => import('virtual:catalogue/en/house'),
    help: () => import('virtual:catalogue/en/help'),
    widgets: () => import('virtual:catalogue/en/widgets'),
  },
  fr: {
    app: () => import('virtual:catalogue/fr/app'),
    door: () => import('virtual:catalogue/fr/door'),
    house: () => import('virtual:catalogue/fr/house'),
    help: () => import('virtual:catalogue/fr/help'),
    widgets: () => import('virtual:catalogue/fr/widgets'),
  },
  de: {
    app: () => import('virtual:catalogue/de/app'),
    door: () => import('virtual:catalogue/de/door'),
    house: () => import('virtual:catalogue/de/house'),
    help: () => import('virtual:catalogue/de/help'),
    widgets: () => import('virtual:catalogue/de/widgets'),
  },
  it: {
    app: () => import('virtual:catalogue/it/app'),
    door: () => import('virtual:catalogue/it/door'),
    house: () => import('virtual:catalogue/it/house'),
    help: () => import('virtual:catalogue/it/help'),
    widgets: () => import('virtual:catalogue/it/widgets'),
  },
  es: {
    app: () => import('virtual:catalogue/es/app'),
    door: () => import('virtual:catalogue/es/door'),
    house: () => import('virtual:catalogue/es/house'),
    help: () => import('virtual:catalogue/es/help'),
    widgets: () => import('virtual:catalogue/es/widgets'),
  },
  ar: {
    app: () => import('virtual:catalogue/ar/app'),
    door: () => import('virtual:catalogue/ar/door'),
    house: () => import('virtual:catalogue/ar/house'),
    help: () => import('virtual:catalogue/ar/help'),
    widgets: () => import('virtual:catalogue/ar/widgets'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await loaders[language][part]()).messages;
}
