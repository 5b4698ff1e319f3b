import { useEffect, useRef } from 'react';
import { registerUnsavedWork, type UnsavedWork } from './exit-state.ts';

export interface Unsaved extends UnsavedWork {
  /** Whether something changed and is not saved. */
  readonly isDirty: boolean;
}

/** Guards a form: while it is dirty, links, breadcrumbs, the back button and the browser ask before leaving. */
export function useUnsavedChanges({ isDirty, save, discard }: Unsaved): void {
  const latest = useRef({ save, discard });
  latest.current = { save, discard };
  useEffect(() => {
    if (!isDirty) return;
    return registerUnsavedWork({ save: () => latest.current.save(), discard: () => latest.current.discard() });
  }, [isDirty]);
}
