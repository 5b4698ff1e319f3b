import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Dialog } from '../dialog/index.ts';
import { Button } from '../form/index.ts';
import type { UnsavedWork } from './exit-state.ts';

/** What is to become of unsaved work: kept, given up, or worked on. */
export function ExitQuestion({
  works,
  onStay,
  onLeave,
}: {
  works: readonly UnsavedWork[];
  onStay: () => void;
  onLeave: () => void;
}) {
  const { say } = useText();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    // One after the other: a form that cannot be saved keeps everybody here, and says why.
    for (const work of works) {
      if (!(await work.save())) {
        setSaving(false);
        return onStay();
      }
    }
    onLeave();
  }

  function discard() {
    for (const work of works) work.discard();
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
