export { ask, landing, safeOrigin, session } from './session/index.ts';
