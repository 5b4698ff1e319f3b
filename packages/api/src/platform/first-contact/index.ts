export { ensureStoresAnswer } from './ensure-stores-answer.ts';
