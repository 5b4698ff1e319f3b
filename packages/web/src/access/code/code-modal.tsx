import { isolateText, useText } from '../../i18n/index.ts';
import { DeliveryNotice } from '../../notifications/index.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CodeEntry, type CodeEntryProps } from './code-entry.tsx';
import { formatContact } from './contact-text.tsx';

interface CodeModalProps extends CodeEntryProps {
  /** Where the code was sent, for display. */
  readonly destination: string;
  readonly onClose: () => void;
}

/** Asks for the code that was sent to an email address or phone. Closing it resets the resend delay. */
export function CodeModal({ destination, onClose, ...entry }: CodeModalProps) {
  const { t } = useText();
  return (
    <Dialog
      title={t(`signIn.code.title.${entry.contact}`)}
      text={t(`signIn.code.text.${entry.contact}`, {
        destination: isolateText(formatContact(entry.contact, destination)),
      })}
      onClose={onClose}
    >
      <DeliveryNotice contact={entry.contact} />
      <CodeEntry {...entry} />
    </Dialog>
  );
}
