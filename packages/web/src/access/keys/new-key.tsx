import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { ChoiceField } from '../../ui/fields/index.ts';
import { Button, TextField } from '../../ui/form/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import styles from './keys.module.css';
import { CreateIngestKeyDocument, IngestKeysDocument } from './operations.generated.ts';

/** Creates a key and shows it once. */
export function NewKey({
  sites,
  onClose,
}: {
  sites: readonly (readonly [id: number, name: string])[];
  onClose: () => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [create, { loading }] = useMutation(CreateIngestKeyDocument);
  const [name, setName] = useState('');
  const [site, setSite] = useState('');
  const [purpose, setPurpose] = useState<'READINGS' | 'RECEIPTS'>('READINGS');
  const [tried, setTried] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  async function make() {
    setTried(true);
    if (name.trim() === '') return;
    const variables = { name: name.trim(), installationId: site === '' ? null : Number(site), purpose };
    const answer = await create({ variables }).catch(() => null);
    if (answer?.data == null) return showToast('error', t('setUp.notSaved'));
    setSecret(answer.data.createIngestKey.secret);
    await client.refetchQueries({ include: [IngestKeysDocument] }).catch(() => {});
  }

  if (secret !== null) return <CreatedKey secret={secret} onClose={onClose} />;
  return (
    <Dialog
      title={t('setUp.keys.make')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void make()}>
            {t('setUp.keys.make')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField
          label={t('setUp.field.name')}
          name="name"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={tried && name.trim() === '' ? t('setUp.fault.name') : null}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <ChoiceField
          label={t('setUp.keys.for')}
          name="purpose"
          value={purpose}
          options={[
            { value: 'READINGS', text: t('setUp.keys.readings') },
            { value: 'RECEIPTS', text: t('setUp.keys.receipts') },
          ]}
          onChange={setPurpose}
        />
        <LongSelectField
          label={t('setUp.keys.site')}
          value={site}
          options={[
            { value: '', text: t('setUp.keys.all') },
            ...sites.map(([id, text]) => ({ value: String(id), text })),
          ]}
          onChange={setSite}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function CreatedKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useText();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast('success', t('setUp.keys.copied')),
      () => showToast('error', t('shell.shareFailed')),
    );
  return (
    <Dialog
      title={t('shell.keys')}
      text={t('setUp.keys.once')}
      onClose={onClose}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            {t('setUp.keys.copy')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      <code className={styles.secret} dir="ltr">
        {secret}
      </code>
    </Dialog>
  );
}
