import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/**
 * Fetched with the pages that speak of it. `help`: the help centre's answers. `people`: profile, settings, the audit log.
 * `widgets`: what stands on custom pages only.
 */
export type LatePart = 'help' | 'people' | 'widgets';

/** Apart from the others, so that the first screens don't carry even the names of these files. */
export const lateLoaders: Record<Language, Record<LatePart, () => Promise<{ messages: Messages }>>> = {
  en: {
    help: () => import('virtual:catalogue/en/help'),
    people: () => import('virtual:catalogue/en/people'),
    widgets: () => import('virtual:catalogue/en/widgets'),
  },
  fr: {
    help: () => import('virtual:catalogue/fr/help'),
    people: () => import('virtual:catalogue/fr/people'),
    widgets: () => import('virtual:catalogue/fr/widgets'),
  },
  de: {
    help: () => import('virtual:catalogue/de/help'),
    people: () => import('virtual:catalogue/de/people'),
    widgets: () => import('virtual:catalogue/de/widgets'),
  },
  it: {
    help: () => import('virtual:catalogue/it/help'),
    people: () => import('virtual:catalogue/it/people'),
    widgets: () => import('virtual:catalogue/it/widgets'),
  },
  es: {
    help: () => import('virtual:catalogue/es/help'),
    people: () => import('virtual:catalogue/es/people'),
    widgets: () => import('virtual:catalogue/es/widgets'),
  },
  ar: {
    help: () => import('virtual:catalogue/ar/help'),
    people: () => import('virtual:catalogue/ar/people'),
    widgets: () => import('virtual:catalogue/ar/widgets'),
  },
};
