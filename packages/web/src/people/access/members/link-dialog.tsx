import { isolateText, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { DeliveryNotice } from '../../notifications/delivery-notice.tsx';
import { useDates } from '../../organization/index.ts';
import styles from '../people/people.module.css';

/** A link that opens an account, and its recipient. */
export interface ShownLink {
  readonly path: string;
  readonly expiresAt: number;
  readonly email: string;
}

/** Shows a link once, for its creator to pass on where mail is not set up. */
export function LinkDialog({
  purpose,
  link,
  onClose,
}: {
  purpose: 'invitation' | 'reset';
  link: ShownLink;
  onClose: () => void;
}) {
  const { t } = useText();
  const { moment } = useDates();
  const address = `${location.origin}${link.path}`;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showToast('success', t('members.link.copied')),
      () => showToast('error', t('shell.shareFailed')),
    );
  return (
    <Dialog
      wide
      title={t(`members.${purpose}.title`)}
      text={t('members.link.text', { email: isolateText(link.email), date: isolateText(moment(link.expiresAt)) })}
      onClose={onClose}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            {t('members.link.copy')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      <code className={styles.shownLink} dir="ltr">
        {address}
      </code>
      <DeliveryNotice />
    </Dialog>
  );
}
