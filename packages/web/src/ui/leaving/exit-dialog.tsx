import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../form/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import type { Unsaved, UnsavedWork } from './exit-state.ts';

/** Dialog for unsaved work: save, discard or keep editing. */
export function ExitDialog({
  works,
  onStay,
  onLeave,
}: {
  works: readonly UnsavedWork[];
  onStay: () => void;
  onLeave: () => void;
}) {
  const { t } = useText();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    // In sequence: a form that fails to save keeps the user here and shows its error.
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
      title={t('app.exit.title')}
      text={t('app.exit.text')}
      onClose={onStay}
      actions={
        <>
          <Button disabled={isSaving} onClick={discard}>
            {t('app.exit.discard')}
          </Button>
          <Button look="primary" disabled={isSaving} onClick={() => void save()}>
            {t('app.exit.save')}
          </Button>
        </>
      }
    />
  );
}

/**
 * Guards a dialog with a form. `close` asks first if something is unsaved, in a second dialog. `onClose` finally closes
 * the dialog. `save` closes the dialog itself.
 */
export function useCloseGuard(
  { isDirty, save, discard }: Unsaved,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);
  return {
    close: () => (isDirty ? setAsking(true) : onClose()),
    question: isAsking && <ExitDialog works={[{ save, discard }]} onStay={stay} onLeave={onClose} />,
  };
}
