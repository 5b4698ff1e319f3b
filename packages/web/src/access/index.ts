export { ask, type HalfSignIn, landing, safeOrigin, session } from './session/index.ts';
export { startViewAs } from './view-as/start-view-as.ts';
export { ViewAsBar } from './view-as/view-as-slot.tsx';
