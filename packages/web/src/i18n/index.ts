export { toAllowedLanguage, useLanguages } from './allowed.ts';
export {
  findInitialLanguage,
  forgetPickedLanguage,
  forgetProfileLanguage,
  getPickedLanguage,
  i18n,
  loadAuthenticatedMessages,
  loadMessages,
  loadMetricsMessages,
  pickLanguage,
  rememberProfileLanguage,
  replaceMessages,
  setAllowedLanguages,
  setLanguage,
} from './i18n.ts';
export { isLanguage, type Language, languages } from './languages.ts';
export type { MessageId } from './message-id.ts';
export { DateFormatContext, formatFromTo, isolateText, type Text, type Translate, useText } from './use-text.ts';
