export { permitted, useLanguages } from './allowed.ts';
export { isolated } from './isolated.ts';
export { defaultLanguage, isLanguage, type Language, languages } from './languages.ts';
export type { MessageId } from './message-id.ts';
export {
  allow,
  firstLanguage,
  forgetPickedLanguage,
  openHelp,
  openHome,
  openHouse,
  openMailed,
  openMetrics,
  openNotices,
  openPeople,
  pickedLanguage,
  pickLanguage,
  speak,
  speech,
  takeMessages,
} from './speech.ts';
export { DateFormatContext, type Say, type Text, useText } from './use-text.ts';
