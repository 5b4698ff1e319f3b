import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ExitDialog } from './exit-dialog.tsx';
import { getExitState, setExitShown, unsavedWork, useExitState } from './exit-state.ts';

/** Rendered once in the frame. Asks before any navigation away from unsaved work. */
export function ExitGuard() {
  const { rendered, shown } = useExitState();
  const blocker = useBlocker({
    // An ended session can no longer save.
    shouldBlockFn: ({ current, next }) =>
      getExitState().rendered && next.pathname !== current.pathname && next.pathname !== '/login',
    enableBeforeUnload: () => getExitState().rendered,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  useEffect(() => {
    setExitShown(isBlocked);
  }, [isBlocked]);
  if (!isBlocked || !rendered || !shown) return null;
  return <ExitDialog works={unsavedWork()} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}
