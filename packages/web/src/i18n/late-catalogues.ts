import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/**
 * Fetched with the pages that speak of it. `help`: the help centre's answers. `people`: profile, settings, the audit log.
 * `metrics`: what metrics are called and mean, and what widgets say.
 */
export type LatePart = 'help' | 'people' | 'metrics';

/** Apart from the others, so that the first screens don't carry even the names of these files. */
export const lateLoaders: Record<Language, Record<LatePart, () => Promise<{ messages: Messages }>>> = {
  en: {
    help: () => import('virtual:catalogue/en/help'),
    people: () => import('virtual:catalogue/en/people'),
    metrics: () => import('virtual:catalogue/en/metrics'),
  },
  fr: {
    help: () => import('virtual:catalogue/fr/help'),
    people: () => import('virtual:catalogue/fr/people'),
    metrics: () => import('virtual:catalogue/fr/metrics'),
  },
  de: {
    help: () => import('virtual:catalogue/de/help'),
    people: () => import('virtual:catalogue/de/people'),
    metrics: () => import('virtual:catalogue/de/metrics'),
  },
  it: {
    help: () => import('virtual:catalogue/it/help'),
    people: () => import('virtual:catalogue/it/people'),
    metrics: () => import('virtual:catalogue/it/metrics'),
  },
  es: {
    help: () => import('virtual:catalogue/es/help'),
    people: () => import('virtual:catalogue/es/people'),
    metrics: () => import('virtual:catalogue/es/metrics'),
  },
  ar: {
    help: () => import('virtual:catalogue/ar/help'),
    people: () => import('virtual:catalogue/ar/people'),
    metrics: () => import('virtual:catalogue/ar/metrics'),
  },
};
