export { useChooseLanguage } from './use-choose-language.ts';
