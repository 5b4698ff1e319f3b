import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ChoiceField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useDates } from '../../organization/index.ts';
import styles from './keys.module.css';
import {
  CreateIngestKeyDocument,
  IngestKeysDocument,
  type IngestKeysQuery,
  RevokeIngestKeyDocument,
} from './operations.generated.ts';

type Key = IngestKeysQuery['allIngestKeys'][number];

/** Keys of gateways and tills. A key is shown once, when created. */
export function KeysPage() {
  const { t } = useText();
  const { data, error } = useQuery(IngestKeysDocument, { fetchPolicy: 'cache-and-network' });
  const [isNew, setNew] = useState(false);
  const [leaving, setLeaving] = useState<Key | null>(null);
  const keys = data?.allIngestKeys;
  const sites = new Map(data?.allInstallations.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageHeader
        title={t('shell.keys')}
        actions={
          <Button look="primary" icon="plus" disabled={keys === undefined} onClick={() => setNew(true)}>
            {t('setUp.keys.make')}
          </Button>
        }
      />
      <p className={styles.text}>{t('setUp.keys.text', { address: `${location.origin}/ingest/v1/readings` })}</p>
      {keys === undefined && error !== undefined && <p className={styles.note}>{t('setUp.failed')}</p>}
      {keys?.length === 0 && <p className={styles.note}>{t('setUp.keys.empty')}</p>}
      {keys !== undefined && keys.length > 0 && (
        <ul className={styles.list}>
          {keys.map((key) => (
            <KeyRow
              key={key.publicId}
              row={key}
              site={key.installationId === null ? t('setUp.keys.all') : (sites.get(key.installationId) ?? '')}
              onRevoke={() => setLeaving(key)}
            />
          ))}
        </ul>
      )}
      {isNew && <NewKey sites={[...sites]} onClose={() => setNew(false)} />}
      {leaving !== null && <Revoking row={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function KeyRow({ row, site, onRevoke }: { row: Key; site: string; onRevoke: () => void }) {
  const { t } = useText();
  const { date } = useDates();
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {row.name}
        <bdi className={styles.faint}>{row.publicId}</bdi>
      </span>
      <span>
        {t(row.purpose === 'RECEIPTS' ? 'setUp.keys.receipts' : 'setUp.keys.readings')} · {site}
        <span className={styles.faint}>{t('setUp.keys.made', { date: date(row.createdAt) })}</span>
      </span>
      <Button onClick={onRevoke}>
        {t('setUp.keys.revoke')}
        <span className="visually-hidden">{row.name}</span>
      </Button>
    </li>
  );
}

function Revoking({ row: { name, publicId }, onClose }: { row: Key; onClose: () => void }) {
  const { t } = useText();
  const client = useApolloClient();
  const [revoke, { loading }] = useMutation(RevokeIngestKeyDocument);
  async function confirm() {
    const answer = await revoke({ variables: { publicId } }).catch(() => null);
    showToast(answer === null ? 'error' : 'success', t(answer === null ? 'setUp.notSaved' : 'setUp.keys.revoked'));
    await client.refetchQueries({ include: [IngestKeysDocument] }).catch(() => {});
    onClose();
  }
  return (
    <Dialog
      title={t('setUp.keys.revokeQuestion', { name })}
      text={t('setUp.keys.revokeText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void confirm()}>
            {t('setUp.keys.revoke')}
          </Button>
        </>
      }
    />
  );
}

/** Creates a key and shows it once. */
function NewKey({ sites, onClose }: { sites: readonly (readonly [id: number, name: string])[]; onClose: () => void }) {
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
