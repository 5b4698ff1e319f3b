import { type Messages, setupI18n } from '@lingui/core';
import { allowedLanguages, allowLanguages, permitted } from './allowed.ts';
import { loadCatalogue, type Part } from './catalogues.ts';
import { chooseLanguage, isLanguage, type Language, languages } from './languages.ts';

const choiceKey = 'atrium.language';

/** What the whole application speaks with. Activated before the first render. */
export const speech = setupI18n();

const parts = new Set<Part>(['door']);
const loaded = new Set<string>();
/** Newer texts than those of this build, by language. */
const newer = new Map<string, Messages>();

/** Speaks this language, where it is allowed, from now on: on the page and in the document's own attributes. */
export async function speak(wanted: Language): Promise<void> {
  const language = permitted(wanted);
  await Promise.all([...parts].map((part) => load(language, part)));
  speech.activate(language, [languages[language].locale]);
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/** Leaves these languages to choose from; who speaks another one changes to one of them. */
export async function allow(codes: readonly string[]): Promise<void> {
  if (allowLanguages(codes)) await speak(pickedLanguage() ?? spoken());
}

/** Says these texts, by language, in place of those of this build. */
export async function takeMessages(messages: readonly (readonly [language: string, Messages])[]): Promise<void> {
  for (const [language, texts] of messages) newer.set(language, texts);
  loaded.clear();
  await speak(spoken());
}

/** Brings in the messages of the signed-in pages. */
export const openHouse = (): Promise<void> => open('house');

/** Brings in the answers of the help centre. */
export const openHelp = (): Promise<void> => open('help');

/** Brings in the texts of profile and settings. */
export const openPeople = (): Promise<void> => open('people');

/** Brings in the names and explanations of the metrics. */
export const openMetrics = (): Promise<void> => open('metrics');

/** Later changes of language bring the part too. */
async function open(part: Part): Promise<void> {
  parts.add(part);
  const language = spoken();
  if (loaded.has(`${language}/${part}`)) return;
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
  return pickedLanguage() ?? chooseLanguage(navigator.languages, allowedLanguages());
}

async function load(language: Language, part: Part): Promise<void> {
  const key = `${language}/${part}`;
  if (loaded.has(key)) return;
  speech.load(language, await loadCatalogue(language, part));
  const texts = newer.get(language);
  if (texts !== undefined) speech.load(language, texts);
  loaded.add(key);
}
