export { chooseLanguage, isLanguage, type Language, languages } from './languages.ts';
export type { MessageId } from './message-id.ts';
export {
  firstLanguage,
  forgetPickedLanguage,
  openHouse,
  pickedLanguage,
  pickLanguage,
  speak,
  speech,
  spoken,
} from './speech.ts';
export { type Say, type Text, useText } from './use-text.ts';
