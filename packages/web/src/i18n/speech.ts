import { setupI18n } from '@lingui/core';
import { loadCatalogue, type Part } from './catalogues.ts';
import { chooseLanguage, isLanguage, type Language, languages } from './languages.ts';

const choiceKey = 'atrium.language';

/** What the whole application speaks with. Activated before the first render. */
export const speech = setupI18n();

const parts = new Set<Part>(['door']);
const loaded = new Set<string>();

/** Speaks this language from now on, on the page and in the document's own attributes. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...parts].map((part) => load(language, part)));
  speech.activate(language, [languages[language].locale]);
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/** Brings in the messages of the signed-in pages. */
export const openHouse = (): Promise<void> => open('house');

/** Brings in the answers of the help centre. */
export const openHelp = (): Promise<void> => open('help');

/** Brings in the texts of profile and settings. */
export const openPeople = (): Promise<void> => open('people');

/** Later changes of language bring the part too. */
async function open(part: Part): Promise<void> {
  parts.add(part);
  const language = spoken();
  await load(language, part);
  // Activating again tells those who render that messages have come.
  speech.activate(language, [languages[language].locale]);
}

function spoken(): Language {
  return isLanguage(speech.locale) ? speech.locale : chooseLanguage([]);
}

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
  return pickedLanguage() ?? chooseLanguage(navigator.languages);
}

async function load(language: Language, part: Part): Promise<void> {
  const key = `${language}/${part}`;
  if (loaded.has(key)) return;
  speech.load(language, await loadCatalogue(language, part));
  loaded.add(key);
}
