export { useCloseGuard } from './use-close-guard.tsx';
export { type Unsaved, useUnsavedChanges } from './use-unsaved-changes.ts';
