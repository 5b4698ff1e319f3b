export { useLanguages } from './allowed.ts';
export { isLanguage, type Language, languages } from './languages.ts';
export type { MessageId } from './message-id.ts';
export {
  allow,
  firstLanguage,
  forgetPickedLanguage,
  openHelp,
  openHouse,
  openMeasures,
  pickedLanguage,
  pickLanguage,
  speak,
  speech,
  takeMessages,
} from './speech.ts';
export { type Say, useText } from './use-text.ts';
