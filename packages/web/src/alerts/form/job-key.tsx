import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import styles from './form.module.css';
import { AlertJobKeyDocument, RenewAlertJobKeyDocument } from './operations.generated.ts';

/** Key that signs the organization's jobs, for users who may edit the organization. */
export function JobKey() {
  const { t } = useText();
  const viewer = useViewer();
  const isTheirs = mayDo(viewer, 'editOrganization') && viewer.installationIds === null;
  const { data, error } = useQuery(AlertJobKeyDocument, { skip: !isTheirs });
  const [isAsked, setAsked] = useState(false);
  if (!isTheirs || error !== undefined) return <p className={styles.key}>{t('alertForm.jobKey.ask')}</p>;
  if (data === undefined) return null;
  return (
    <>
      <p className={styles.key}>
        {t('alertForm.jobKey', { key: data.alertJobKey })}{' '}
        <Button onClick={() => setAsked(true)}>{t('alertForm.jobKey.renew')}</Button>
      </p>
      {isAsked && <RenewJobKey onClose={() => setAsked(false)} />}
    </>
  );
}

function RenewJobKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [renew, { loading }] = useMutation(RenewAlertJobKeyDocument, {
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: AlertJobKeyDocument, data: { alertJobKey: data.renewAlertJobKey } });
    },
  });
  async function confirm() {
    const done = await renew().catch(() => null);
    if (done?.data == null) return showToast('error', t('alertForm.jobKey.failed'));
    onClose();
  }
  return (
    <Dialog
      title={t('alertForm.jobKey.renewTitle')}
      text={t('alertForm.jobKey.renewText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void confirm()}>
            {t('alertForm.jobKey.renew')}
          </Button>
        </>
      }
    />
  );
}
