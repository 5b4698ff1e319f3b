export { ExitGuard } from './exit-guard.tsx';
export { type ExitState, useExitState } from './exit-state.ts';
export { type Unsaved, useUnsavedChanges } from './use-unsaved-changes.ts';
