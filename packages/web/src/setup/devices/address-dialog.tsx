import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { CopiedField } from './copied-field.tsx';
import styles from './devices.module.css';
import dialog from './dialogs.module.css';
import { CreateSensorKeyDocument } from './operations.generated.ts';
import { buildReadingsCurl, isLoopback, listFields, purposes, type Way, ways } from './sensor-address.ts';

/** Where sensors send to, with a key for users who may create one. Each way has its own address, key and example. */
export function AddressDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const mayCreate = mayDo(useViewer(), 'ingestKeys');
  const [way, setWay] = useState<Way>('maker');
  const [create, { loading }] = useMutation(CreateSensorKeyDocument);
  // A key works for its own purpose only, so that nobody copies a pair that cannot work.
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  const purpose = purposes[way];
  const secret = keys[purpose] ?? null;
  const make = async () => {
    try {
      const { data } = await create({ variables: { name: t('devices.keyName'), purpose } });
      if (data != null) setKeys((known) => ({ ...known, [purpose]: data.createIngestKey.secret }));
    } catch {
      showToast('error', t('devices.keyFailed'));
    }
  };
  return (
    <Dialog
      wide
      title={t('devices.address')}
      text={t(way === 'maker' ? 'devices.addressText' : `devices.way.${way}.text`)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('devices.close')}</Button>}
    >
      <SelectField
        label={t('devices.way')}
        name="way"
        value={way}
        options={ways.map((value) => ({ value, text: t(`devices.way.${value}`) }))}
        onChange={(value) => setWay(ways.find((one) => one === value) ?? 'maker')}
      />
      {isLoopback(location.hostname) && <p className={dialog.loopback}>{t('devices.loopback')}</p>}
      <dl className={dialog.addresses}>
        {listFields(way, location, secret).map(({ label, value }) => (
          <CopiedField key={label} label={t(label)} value={value} />
        ))}
      </dl>
      {way === 'json' && (
        <dl className={dialog.addresses}>
          <CopiedField
            label={t('devices.tryIt')}
            value={buildReadingsCurl(location.origin, secret, Date.now())}
            isBlock
          />
        </dl>
      )}
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
          {t(way === 'maker' ? 'devices.makeKey' : 'devices.makeReadingsKey')}
        </Button>
      )}
      {secret === null && !mayCreate && <p>{t('devices.noRight')}</p>}
      <p className={styles.note}>{t('devices.addressRisk')}</p>
    </Dialog>
  );
}
