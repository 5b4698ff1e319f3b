export { ask, landingPath, type PendingSignIn, session, toSafePath } from './session/index.ts';
export { startViewAs, ViewAsBar } from './view-as/view-as.tsx';
