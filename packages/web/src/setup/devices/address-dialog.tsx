import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import styles from './devices.module.css';
import dialog from './dialogs.module.css';
import { CreateDeviceKeyDocument } from './operations.generated.ts';

/** Example of a smart plug's query string. */
const example = new URLSearchParams({ device: 'plug-7', total: '2750' });

/** URL for devices to send to, with a key for users who may create one. */
export function AddressDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const mayCreate = mayDo(useViewer(), 'ingestKeys');
  const [create, { loading }] = useMutation(CreateDeviceKeyDocument);
  const [secret, setSecret] = useState<string | null>(null);
  const address = `${location.origin}/ingest/v1/devices`;
  const withKey = `${address}/at/${secret ?? '…'}`;
  const make = async () => {
    try {
      const { data } = await create({ variables: { name: t('devices.keyName') } });
      if (data != null) setSecret(data.createIngestKey.secret);
    } catch {
      showToast('error', t('devices.keyFailed'));
    }
  };
  return (
    <Dialog
      wide
      title={t('devices.address')}
      text={t('devices.addressText')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('devices.close')}</Button>}
    >
      <dl className={dialog.addresses}>
        <dt>{t('devices.addressHeader')}</dt>
        <dd dir="ltr">
          <code>{address}</code>
        </dd>
        <dt>{t('devices.addressPath')}</dt>
        <dd dir="ltr">
          <code>{withKey}</code>
        </dd>
        <dt>{t('devices.addressQuery')}</dt>
        <dd dir="ltr">
          <code>{`${withKey}?${example}`}</code>
        </dd>
      </dl>
      {secret !== null && (
        <p role="status">
          {t('devices.keyOnce')}{' '}
          <code dir="ltr" className={dialog.secret}>
            {secret}
          </code>
        </p>
      )}
      {secret === null && mayCreate && (
        <Button look="primary" aria-busy={loading} disabled={loading} onClick={() => void make()}>
          {t('devices.makeKey')}
        </Button>
      )}
      {secret === null && !mayCreate && <p>{t('devices.noRight')}</p>}
      <p className={styles.note}>{t('devices.addressRisk')}</p>
    </Dialog>
  );
}
