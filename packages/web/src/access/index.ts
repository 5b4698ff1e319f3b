export { landing, safeOrigin, session } from './session/index.ts';
