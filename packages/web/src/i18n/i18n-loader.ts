import type { I18n, Messages } from '@lingui/core';
import type { Part } from './catalogues.ts';
import type { Language } from './languages.ts';

/** The language of the texts, and which parts of them are there. Texts arrive in any order; what was asked for last is what counts. */
export interface I18nLoader {
  /** The language asked for last, which may not be on screen yet. */
  asked(): Language;
  /** Texts are in this language from now on. Resolves when all parts of it, or of one asked for since, are there. */
  setLanguage(language: Language): Promise<void>;
  /** Brings in a part; later changes of language bring it too. Rejects when it can't be fetched, and can be asked again. */
  loadPart(part: Part): Promise<void>;
  /** Takes these texts, by language, in place of those that were loaded. */
  replace(texts: readonly (readonly [language: string, Messages])[]): Promise<void>;
}

/**
 * `load` fetches a part in a language, `first` is the language until another one is asked for, `changed` is told
 * which language texts are in from now on.
 */
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
  /** Whether something came that those who render haven't been told of. */
  let isNews = true;

  function bring(language: Language, part: Part): Promise<void> {
    const key = `${language}/${part}`;
    const fetched = async () => {
      const texts = { ...(await load(language, part)), ...replaced.get(language) };
      // Who says them has waited for them: nothing that stands in this language already is drawn anew.
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

  /** Until all of what is wanted is there: while it was fetched, another language or part may have been asked for. */
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
        // A part that couldn't be fetched must not keep the others from being shown.
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
