export { ask, landingPath, type PendingSignIn, session, toSafePath } from './session/index.ts';
export { startViewAs } from './view-as/start-view-as.ts';
export { ViewAsBar } from './view-as/view-as-slot.tsx';
