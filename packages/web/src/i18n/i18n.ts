import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { getAllowedLanguages, storeAllowedLanguages, toAllowedLanguage } from './allowed.ts';
import { loadCatalogue, type Part } from './catalogues.ts';
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

/** Loads texts by language and part. Texts may arrive in any order; the latest request wins. */
interface I18nLoader {
  /** The language requested last, which may not be active yet. */
  asked(): Language;
  /** Switches the language. Resolves when all its parts, or those of a later request, are loaded. */
  setLanguage(language: Language): Promise<void>;
  /** Loads a part, now and for later languages. Rejects on failure and can be retried. */
  loadPart(part: Part): Promise<void>;
  /** Replaces loaded texts, by language. */
  replace(texts: readonly (readonly [language: string, Messages])[]): Promise<void>;
}

/** `load` fetches a part of a language. `first` is the initial language. `changed` is called with each new language. */
export function createI18nLoader(
  i18n: I18n,
  load: (language: Language, part: Part) => Promise<Messages>,
  first: () => Language,
  changed: (language: Language) => void,
): I18nLoader {
  const parts = new Set<Part>(['public']);
  const loaded = new Set<string>();
  const heard = new Set<string>();
  const coming = new Map<string, Promise<void>>();
  const replaced = new Map<string, Messages>();
  let wanted: Language | null = null;
  /** Whether texts arrived that components have not been notified of. */
  let isNews = true;

  function bring(language: Language, part: Part): Promise<void> {
    const key = `${language}/${part}`;
    const fetched = async () => {
      const texts = { ...(await load(language, part)), ...replaced.get(language) };
      // Only components that waited for this part use its texts, so nothing already on screen renders again.
      const isAddition = i18n.locale === language && !heard.has(key);
      if (isAddition) Object.assign(i18n.messages, texts);
      else {
        i18n.load(language, texts);
        isNews = true;
      }
      loaded.add(key);
      heard.add(key);
    };
    const arrival = coming.get(key) ?? fetched().finally(() => coming.delete(key));
    coming.set(key, arrival);
    return arrival;
  }

  const asked = () => wanted ?? first();

  /** Repeats until everything requested is loaded, because another language or part may be requested meanwhile. */
  async function settle(): Promise<void> {
    for (;;) {
      const language = asked();
      const missing = [...parts].filter((part) => !loaded.has(`${language}/${part}`));
      if (missing.length === 0) {
        if (isNews || i18n.locale !== language) changed(language);
        isNews = false;
        return;
      }
      await Promise.all(missing.map((part) => bring(language, part)));
    }
  }

  return {
    asked,
    setLanguage(language) {
      wanted = language;
      return settle();
    },
    async loadPart(part) {
      parts.add(part);
      try {
        await settle();
      } catch (error) {
        // A part that failed to load must not block the others.
        if (part !== 'public') parts.delete(part);
        throw error;
      }
    },
    replace(texts) {
      for (const [language, messages] of texts) replaced.set(language, messages);
      loaded.clear();
      return settle();
    },
  };
}
