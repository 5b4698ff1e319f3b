import { ar } from './ar.ts';
import { de } from './de.ts';
import type { Messages } from './en.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

/**
 * Languages of mails and texts. `locale` formats numbers and dates, `dir` is the text direction. Adding a language
 * takes a catalog and a line here.
 */
export const languages = {
  en: { locale: 'en-GB', dir: 'ltr', messages: en },
  fr: { locale: 'fr-FR', dir: 'ltr', messages: fr },
  de: { locale: 'de-CH', dir: 'ltr', messages: de },
  it: { locale: 'it-CH', dir: 'ltr', messages: it },
  es: { locale: 'es-ES', dir: 'ltr', messages: es },
  ar: { locale: 'ar-AE', dir: 'rtl', messages: ar },
} as const satisfies Record<string, { locale: string; dir: 'ltr' | 'rtl'; messages: Messages }>;

export type Language = keyof typeof languages;

const fallback: Language = 'fr';

/** Returns the language to use for a profile's language. */
export function findLanguage(text: string): Language {
  return Object.hasOwn(languages, text) ? (text as Language) : fallback;
}
