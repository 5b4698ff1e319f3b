export { syncTexts } from './sync-texts.ts';
