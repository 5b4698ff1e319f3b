import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './people.module.css';

/** Confirms a permanent deletion. `onConfirm` deletes and reports the result; it must not throw. */
export function DeleteDialog({
  title,
  text,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);

  async function confirm() {
    if (isBusy) return;
    setBusy(true);
    await onConfirm();
    setBusy(false);
  }

  return (
    <Dialog
      title={title}
      text={text}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('members.cancel')}</Button>
          <Button className={styles.danger} icon="trash" aria-busy={isBusy} onClick={() => void confirm()}>
            {t('members.delete')}
          </Button>
        </>
      }
    />
  );
}
