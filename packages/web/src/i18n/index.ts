export { permitted, useLanguages } from './allowed.ts';
export {
  allow,
  firstLanguage,
  forgetPickedLanguage,
  forgetProfileLanguage,
  i18n,
  loadAuthenticatedMessages,
  loadMessages,
  loadMetricsMessages,
  pickedLanguage,
  pickLanguage,
  rememberProfileLanguage,
  setLanguage,
  takeMessages,
} from './i18n.ts';
export { fromTo, isolated } from './isolated.ts';
export { isLanguage, type Language, languages } from './languages.ts';
export type { MessageId } from './message-id.ts';
export { DateFormatContext, type Text, type Translate, useText } from './use-text.ts';
