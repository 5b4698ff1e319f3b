export { landing, safeOrigin } from './origin.ts';
export { rememberedEmail, rememberEmail } from './remembered-email.ts';
export type { Renewed } from './renewal.ts';
export { session, type SessionEnd, type SignInFailure } from './session.ts';
