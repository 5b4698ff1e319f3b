/**
 * Languages users can select. `locale` formats numbers and dates; `dir` mirrors the layout. A new language is added
 * here, with a folder of catalogues and its lines in `catalogues.ts`.
 */
export const languages = {
  en: { name: 'English', locale: 'en-GB', dir: 'ltr' },
  fr: { name: 'Français', locale: 'fr-FR', dir: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-CH', dir: 'ltr' },
  it: { name: 'Italiano', locale: 'it-CH', dir: 'ltr' },
  es: { name: 'Español', locale: 'es-ES', dir: 'ltr' },
  // Latin digits, so that figures, axes and clocks look the same on every screen of a site.
  ar: { name: 'العربية', locale: 'ar-AE-u-nu-latn', dir: 'rtl' },
} as const satisfies Record<string, { name: string; locale: string; dir: 'ltr' | 'rtl' }>;

export type Language = keyof typeof languages;

/** Fallback if the browser requests none of ours. */
export const defaultLanguage: Language = 'fr';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** Returns the first wish (BCP 47 tags, best first) that is allowed here. */
export function chooseLanguage(
  wishes: readonly string[],
  among: readonly Language[] = Object.keys(languages) as Language[],
): Language {
  for (const wish of wishes) {
    const primary = wish.toLowerCase().split('-')[0];
    if (isLanguage(primary) && among.includes(primary)) return primary;
  }
  return among.includes(defaultLanguage) ? defaultLanguage : (among[0] ?? defaultLanguage);
}
