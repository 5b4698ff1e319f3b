import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useDates } from '../../organization/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/form/index.ts';
import { PageHeader } from '../../ui/page/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import styles from './keys.module.css';
import { NewKey } from './new-key.tsx';
import { IngestKeysDocument, type IngestKeysQuery, RevokeIngestKeyDocument } from './operations.generated.ts';

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
