import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ExitQuestion } from './exit-question.tsx';
import { exitState, heldWork, showExit, useExitState } from './exit-state.ts';

/** Rendered once in the frame. Asks before any navigation away from unsaved work. */
export function ExitGuard() {
  const { rendered, shown } = useExitState();
  const blocker = useBlocker({
    // An ended session can no longer save.
    shouldBlockFn: ({ current, next }) =>
      exitState().rendered && next.pathname !== current.pathname && next.pathname !== '/login',
    enableBeforeUnload: () => exitState().rendered,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  useEffect(() => {
    showExit(isBlocked);
  }, [isBlocked]);
  if (!isBlocked || !rendered || !shown) return null;
  return <ExitQuestion works={heldWork()} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}
