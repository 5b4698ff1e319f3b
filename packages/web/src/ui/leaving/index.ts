export { useClosing } from './use-closing.tsx';
export { type Unsaved, useUnsavedChanges } from './use-unsaved-changes.ts';
