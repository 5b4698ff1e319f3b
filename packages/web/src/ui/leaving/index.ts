export { type ExitState, useExitState } from './exit-state.ts';
export { type Unsaved, useUnsavedChanges } from './use-unsaved-changes.ts';
