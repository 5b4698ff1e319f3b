export { type ExitState, useExitState } from './exit-state.ts';
export { useClosing } from './use-closing.tsx';
export { type Unsaved, useUnsavedChanges } from './use-unsaved-changes.ts';
