import { dateFormats } from '@atrium/domain/core/format';
import { useLingui } from '@lingui/react';
import { createContext, use, useMemo } from 'react';
import { isLanguage, type Language, languages } from './languages.ts';
import type { MessageId } from './message-id.ts';

/** Isolates a text's direction from the text around it. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;

const rightToLeft: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ locale, dir }) => (dir === 'rtl' ? [locale] : [])),
);

/** Isolates a number with its unit, or a fraction, in right-to-left languages, so that it keeps its order. */
export const isolateNumber = (text: string, locale: string): string =>
  rightToLeft.has(locale) ? isolateText(text) : text;

/** Formats `North door → Hall` in the page's direction, for names in any script. */
export function formatFromTo(from: string, to: string): string {
  return `${isolateText(from)} ${document.documentElement.dir === 'rtl' ? '←' : '→'} ${isolateText(to)}`;
}

/** Translates a message into the current language; `values` fill its ICU arguments. */
export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

export interface Text {
  readonly t: Translate;
  readonly language: Language;
  /** BCP 47 tag for Intl formatters. */
  readonly locale: string;
  /** Pattern of numeric dates, from the viewer's profile. */
  readonly dateFormat: string;
}

/** Date format of the viewer, or the default if signed out. */
export const DateFormatContext = createContext<string>(dateFormats[0]);

/**
 * Returns the current language's text functions. Renders again when the language changes; referentially stable until
 * then.
 */
export function useText(): Text {
  const { i18n } = useLingui();
  const language = isLanguage(i18n.locale) ? i18n.locale : 'en';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same i18n object has another language after a change
  const t = useMemo<Translate>(() => (id, values) => i18n._(id, values), [i18n, language]);
  const dateFormat = use(DateFormatContext);
  return useMemo(() => ({ t, language, locale: languages[language].locale, dateFormat }), [t, language, dateFormat]);
}
