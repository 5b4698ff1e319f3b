import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';
import type { LazyMessages } from './late-catalogues.ts';

/** `public`: texts before sign-in. `authenticated`: all others that do not load late. */
type FirstPart = 'public' | 'authenticated';
export type Part = FirstPart | LazyMessages;

/** Listed one by one, because bundlers split only statically analysable imports. */
const loaders: Record<Language, Record<FirstPart, () => Promise<{ messages: Messages }>>> = {
  en: {
    public: () => import('virtual:catalogue/en/public'),
    authenticated: () => import('virtual:catalogue/en/authenticated'),
  },
  fr: {
    public: () => import('virtual:catalogue/fr/public'),
    authenticated: () => import('virtual:catalogue/fr/authenticated'),
  },
  de: {
    public: () => import('virtual:catalogue/de/public'),
    authenticated: () => import('virtual:catalogue/de/authenticated'),
  },
  it: {
    public: () => import('virtual:catalogue/it/public'),
    authenticated: () => import('virtual:catalogue/it/authenticated'),
  },
  es: {
    public: () => import('virtual:catalogue/es/public'),
    authenticated: () => import('virtual:catalogue/es/authenticated'),
  },
  ar: {
    public: () => import('virtual:catalogue/ar/public'),
    authenticated: () => import('virtual:catalogue/ar/authenticated'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  if (part !== 'public' && part !== 'authenticated')
    return (await (await import('./late-catalogues.ts')).lazyLoaders[language][part]()).messages;
  return (await loaders[language][part]()).messages;
}
