import { useState } from 'react';
import { i18n, useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/form/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { ask, session } from '../session/index.ts';
import { RegisterBrowserDocument } from './operations.generated.ts';

/** The server's duration. */
const days = 180;

/** Asks whether to skip codes in this browser. The user is signed in either way. */
export function ApproveBrowser({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);

  async function approve() {
    if (isBusy) return;
    setBusy(true);
    try {
      const id = session.device.id();
      await ask(RegisterBrowserDocument, { deviceId: id }, session.token() ?? '');
      session.device.keep(id);
    } catch {
      showToast('error', i18n._('signIn.approve.failed'));
    }
    onDone();
  }

  return (
    <Dialog
      title={t('signIn.approve.title')}
      text={t('signIn.approve.text', { days })}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('signIn.approve.no')}</Button>
          <Button look="primary" aria-disabled={isBusy} onClick={() => void approve()}>
            {t('signIn.approve.yes')}
          </Button>
        </>
      }
    />
  );
}
