export { useCloseGuard } from './exit-dialog.tsx';
export { type Unsaved, useUnsavedChanges } from './exit-state.ts';
