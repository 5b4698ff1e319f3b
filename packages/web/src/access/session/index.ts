export { ask, Refusal, readResponse } from './ask.ts';
export { landingPath, toSafePath } from './origin.ts';
export { rememberEmail, rememberedEmail } from './remembered-email.ts';
export { type PendingSignIn, type RestoreFailure, type SignInFailure, session } from './session.ts';
export { withToken } from './with-token.ts';
