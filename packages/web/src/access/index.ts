export { landing, safeOrigin, type SessionEnd, session } from './session/index.ts';
