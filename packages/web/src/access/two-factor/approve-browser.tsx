import { useState } from 'react';
import { speech, useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/form/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { ask, session } from '../session/index.ts';
import { RegisterBrowserDocument } from './operations.generated.ts';

/** As the server counts them. */
const days = 180;

/** Asks whether codes are to be skipped in this browser from now on. Whatever is answered, the person is signed in. */
export function ApproveBrowser({ onDone }: { onDone: () => void }) {
  const { say } = useText();
  const [isBusy, setBusy] = useState(false);

  async function approve() {
    if (isBusy) return;
    setBusy(true);
    try {
      const id = session.device.id();
      await ask(RegisterBrowserDocument, { deviceId: id }, session.token() ?? '');
      session.device.keep(id);
    } catch {
      toast('error', speech._('signIn.approve.failed'));
    }
    onDone();
  }

  return (
    <Dialog
      title={say('signIn.approve.title')}
      text={say('signIn.approve.text', { days })}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{say('signIn.approve.no')}</Button>
          <Button look="primary" aria-disabled={isBusy} onClick={() => void approve()}>
            {say('signIn.approve.yes')}
          </Button>
        </>
      }
    />
  );
}
