export { landing, safeOrigin } from './origin.ts';
export { rememberEmail, rememberedEmail } from './remembered-email.ts';
export type { Renewed } from './renewal.ts';
export { type SessionEnd, type SignInFailure, session } from './session.ts';
