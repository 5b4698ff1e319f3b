import { type Messages, setupI18n } from '@lingui/core';
import { getAllowedLanguages, storeAllowedLanguages, toAllowedLanguage } from './allowed.ts';
import { loadCatalogue } from './catalogues.ts';
import { createI18nLoader } from './i18n-loader.ts';
import { chooseLanguage, isLanguage, type Language, languages } from './languages.ts';
import type { LazyMessages } from './late-catalogues.ts';

const choiceKey = 'atrium.language';
const profileKey = 'atrium.profile-language';

/** Texts of the whole application. Activated before the first render. */
export const i18n = setupI18n();

const loader = createI18nLoader(
  i18n,
  loadCatalogue,
  () => chooseLanguage([]),
  (language) => {
    i18n.activate(language, [languages[language].locale]);
    document.documentElement.lang = language;
    document.documentElement.dir = languages[language].dir;
  },
);

/** Switches the page and the document's attributes to this language, or to an allowed one. */
export const setLanguage = (wanted: Language): Promise<void> => loader.setLanguage(toAllowedLanguage(wanted));

/** Sets the allowed languages, and switches to one of them if needed. */
export async function setAllowedLanguages(codes: readonly string[]): Promise<void> {
  if (storeAllowedLanguages(codes)) await setLanguage(getPickedLanguage() ?? loader.asked());
}

/** Replaces texts of this build, by language. */
export const replaceMessages = (messages: readonly (readonly [language: string, Messages])[]): Promise<void> =>
  loader.replace(messages);

/** Loads the messages of the signed-in pages. */
export const loadAuthenticatedMessages = (): Promise<void> => loader.loadPart('authenticated');

/** Loads the messages of less common pages; see `LazyMessages`. */
export const loadMessages = (part: LazyMessages): Promise<void> => loader.loadPart(part);

/** Loads the names and explanations of metrics. */
export const loadMetricsMessages = (): Promise<void> => loader.loadPart('metrics');

/** Returns the language picked in this browser, which lasts until the next sign-in. */
export function getPickedLanguage(): Language | null {
  const stored = localStorage.getItem(choiceKey);
  return isLanguage(stored) ? stored : null;
}

export async function pickLanguage(language: Language): Promise<void> {
  localStorage.setItem(choiceKey, language);
  await setLanguage(language);
}

export function forgetPickedLanguage(): void {
  localStorage.removeItem(choiceKey);
}

/** Stores the language of the viewer's profile until the session ends. */
export function rememberProfileLanguage(language: Language): void {
  localStorage.setItem(profileKey, language);
}

export function forgetProfileLanguage(): void {
  localStorage.removeItem(profileKey);
}

/**
 * Returns the language of the first paint, before the profile loads: the picked one, the last profile's, or the
 * browser's.
 */
export function findInitialLanguage(): Language {
  const ofProfile = localStorage.getItem(profileKey);
  return (
    getPickedLanguage() ??
    (isLanguage(ofProfile) ? toAllowedLanguage(ofProfile) : chooseLanguage(navigator.languages, getAllowedLanguages()))
  );
}
