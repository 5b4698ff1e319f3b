import { type Messages, setupI18n } from '@lingui/core';
import { allowedLanguages, allowLanguages, permitted } from './allowed.ts';
import { loadCatalogue } from './catalogues.ts';
import { chooseLanguage, isLanguage, type Language, languages } from './languages.ts';
import { createSpeaker } from './speaker.ts';

const choiceKey = 'atrium.language';

/** What the whole application speaks with. Activated before the first render. */
export const speech = setupI18n();

const speaker = createSpeaker(
  speech,
  loadCatalogue,
  () => chooseLanguage([]),
  (language) => {
    speech.activate(language, [languages[language].locale]);
    document.documentElement.lang = language;
    document.documentElement.dir = languages[language].dir;
  },
);

/** Speaks this language, where it is allowed, from now on: on the page and in the document's own attributes. */
export const speak = (wanted: Language): Promise<void> => speaker.speak(permitted(wanted));

/** Leaves these languages to choose from; who speaks another one changes to one of them. */
export async function allow(codes: readonly string[]): Promise<void> {
  if (allowLanguages(codes)) await speak(pickedLanguage() ?? speaker.asked());
}

/** Says these texts, by language, in place of those of this build. */
export const takeMessages = (messages: readonly (readonly [language: string, Messages])[]): Promise<void> =>
  speaker.replace(messages);

/** Brings in the messages of the signed-in pages. */
export const openHouse = (): Promise<void> => speaker.open('house');

/** Brings in the answers of the help centre. */
export const openHelp = (): Promise<void> => speaker.open('help');

/** Brings in the texts of the home page, the dashboard list and embedded pages. */
export const openHome = (): Promise<void> => speaker.open('home');

/** Brings in the texts of profile and settings. */
export const openPeople = (): Promise<void> => speaker.open('people');

/** Brings in what the pages say that links in mails lead to. */
export const openMailed = (): Promise<void> => speaker.open('mailed');

/** Brings in what is said on few occasions only. */
export const openNotices = (): Promise<void> => speaker.open('notices');

/** Brings in the names and explanations of the metrics. */
export const openMetrics = (): Promise<void> => speaker.open('metrics');

/** The language this browser's person picked by hand, kept until the next sign-in. */
export function pickedLanguage(): Language | null {
  const stored = localStorage.getItem(choiceKey);
  return isLanguage(stored) ? stored : null;
}

export async function pickLanguage(language: Language): Promise<void> {
  localStorage.setItem(choiceKey, language);
  await speak(language);
}

export function forgetPickedLanguage(): void {
  localStorage.removeItem(choiceKey);
}

/** The language of the first screen, before anybody is known. */
export function firstLanguage(): Language {
  return pickedLanguage() ?? chooseLanguage(navigator.languages, allowedLanguages());
}
