import { type Messages, setupI18n } from '@lingui/core';
import { allowedLanguages, allowLanguages, permitted } from './allowed.ts';
import { loadCatalogue } from './catalogues.ts';
import { createI18nLoader } from './i18n-loader.ts';
import { chooseLanguage, isLanguage, type Language, languages } from './languages.ts';
import type { LatePart } from './late-catalogues.ts';

const choiceKey = 'atrium.language';
const profileKey = 'atrium.profile-language';

/** The texts of the whole application. Activated before the first render. */
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

/** Puts texts in this language, where it is allowed, from now on: on the page and in the document's own attributes. */
export const setLanguage = (wanted: Language): Promise<void> => loader.setLanguage(permitted(wanted));

/** Leaves these languages to choose from; who reads another one changes to one of them. */
export async function allow(codes: readonly string[]): Promise<void> {
  if (allowLanguages(codes)) await setLanguage(pickedLanguage() ?? loader.asked());
}

/** Takes these texts, by language, in place of those of this build. */
export const takeMessages = (messages: readonly (readonly [language: string, Messages])[]): Promise<void> =>
  loader.replace(messages);

/** Brings in the messages of the signed-in pages. */
export const loadAuthenticatedMessages = (): Promise<void> => loader.loadPart('authenticated');

/** Brings in the messages of pages that few people open at first: `LatePart` says of which. */
export const loadMessages = (part: LatePart): Promise<void> => loader.loadPart(part);

/** Brings in the names and explanations of the metrics. */
export const loadMetricsMessages = (): Promise<void> => loader.loadPart('metrics');

/** The language this browser's person picked by hand, kept until the next sign-in. */
export function pickedLanguage(): Language | null {
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

/** Keeps the language of the profile of whoever is signed in, until their session ends. */
export function rememberProfileLanguage(language: Language): void {
  localStorage.setItem(profileKey, language);
}

export function forgetProfileLanguage(): void {
  localStorage.removeItem(profileKey);
}

/** The language of the first paint, before the profile is read: picked by hand, of the profile as it was, or the browser's. */
export function firstLanguage(): Language {
  const ofProfile = localStorage.getItem(profileKey);
  return (
    pickedLanguage() ??
    (isLanguage(ofProfile) ? permitted(ofProfile) : chooseLanguage(navigator.languages, allowedLanguages()))
  );
}
