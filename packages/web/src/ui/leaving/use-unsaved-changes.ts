import { useEffect, useRef } from 'react';
import { holdWork, type UnsavedWork } from './exit-state.ts';

export interface Unsaved extends UnsavedWork {
  /** Something was changed and not saved. */
  readonly isDirty: boolean;
}

/** For every form: while it is dirty, links, crumbs, the back button and the browser itself ask before they lead away. */
export function useUnsavedChanges({ isDirty, save, discard }: Unsaved): void {
  const latest = useRef({ save, discard });
  latest.current = { save, discard };
  useEffect(() => {
    if (!isDirty) return;
    return holdWork({ save: () => latest.current.save(), discard: () => latest.current.discard() });
  }, [isDirty]);
}
