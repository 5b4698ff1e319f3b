export { landing, type SessionEnd, safeOrigin, session } from './session/index.ts';
