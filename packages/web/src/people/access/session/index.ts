export { ask, Refusal, readResponse } from './ask.ts';
export { landingPath, toSafePath } from './origin.ts';
export {
  type PendingSignIn,
  type RestoreFailure,
  rememberEmail,
  rememberedEmail,
  type SignInFailure,
  session,
  withToken,
} from './session.ts';
