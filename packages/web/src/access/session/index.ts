export { answerOf, ask, Refusal } from './ask.ts';
export { landing, safeOrigin } from './origin.ts';
export { rememberEmail, rememberedEmail } from './remembered-email.ts';
export { type GateFault, type HalfSignIn, type SignInFailure, session } from './session.ts';
export { withToken } from './with-token.ts';
