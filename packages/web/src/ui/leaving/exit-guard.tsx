import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Dialog } from '../dialog/index.ts';
import { Button } from '../form/index.ts';
import { exitState, heldWork, showExit, useExitState } from './exit-state.ts';

/** Stands once in the frame: asks before anything leads away from unsaved work. */
export function ExitGuard() {
  const { rendered, shown } = useExitState();
  const blocker = useBlocker({
    // A session that ended can save nothing any more.
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
  return <ExitDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}

function ExitDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { say } = useText();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    // One after the other: a form that cannot be saved keeps everybody here, and says why.
    for (const work of heldWork()) {
      if (!(await work.save())) {
        setSaving(false);
        return onStay();
      }
    }
    onLeave();
  }

  function discard() {
    for (const work of heldWork()) work.discard();
    onLeave();
  }

  return (
    <Dialog
      title={say('app.exit.title')}
      text={say('app.exit.text')}
      onClose={onStay}
      actions={
        <>
          <Button disabled={isSaving} onClick={discard}>
            {say('app.exit.discard')}
          </Button>
          <Button look="primary" disabled={isSaving} onClick={() => void save()}>
            {say('app.exit.save')}
          </Button>
        </>
      }
    />
  );
}
