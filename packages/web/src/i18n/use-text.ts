import { dateFormats } from '@atrium/domain/core/format';
import { useLingui } from '@lingui/react';
import { createContext, use, useMemo } from 'react';
import { isLanguage, type Language, languages } from './languages.ts';
import type { MessageId } from './message-id.ts';

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
