import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../../people/organization/index.ts';
import { LongSelectField } from '../../../../ui/choice/long-select.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { TextField } from '../../../../ui/form/field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../../ui/overlays/toast-list.ts';
import { timeExample } from '../import-text.ts';
import type { SalesImporting } from '../use-import.ts';
import styles from './guide.module.css';
import { CreateTillKeyDocument } from './operations.generated.ts';

/** How a till posts its receipts, and a key for it, for users who may create one. */
export function TillDialog({
  shops,
  onClose,
}: {
  readonly shops: SalesImporting['shops'];
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const mayCreate = mayDo(useViewer(), 'ingestKeys');
  const [secret, setSecret] = useState<string | null>(null);
  const request = requestOf(secret, shops[0]);
  const copy = () =>
    navigator.clipboard.writeText(request).then(
      () => showToast('success', t('salesImport.copied')),
      () => showToast('error', t('salesImport.notCopied')),
    );
  return (
    <Dialog
      wide
      title={t('salesImport.tillDialog.title')}
      text={t('salesImport.tillDialog.text')}
      onClose={onClose}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            {t('salesImport.tillDialog.copy')}
          </Button>
          <Button onClick={onClose}>{t('salesImport.close')}</Button>
        </>
      }
    >
      {secret === null && mayCreate && <NewKey shops={shops} onMade={setSecret} />}
      {secret === null && !mayCreate && <p>{t('salesImport.tillDialog.noRight')}</p>}
      {secret !== null && (
        <p role="status">
          {t('salesImport.tillDialog.once')}{' '}
          <code dir="ltr" className={styles.secret}>
            {secret}
          </code>
        </p>
      )}
      <pre dir="ltr" className={styles.request}>
        {request}
      </pre>
    </Dialog>
  );
}

function NewKey({
  shops,
  onMade,
}: {
  readonly shops: SalesImporting['shops'];
  readonly onMade: (secret: string) => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [create, { loading }] = useMutation(CreateTillKeyDocument);
  const [name, setName] = useState('');
  const [site, setSite] = useState(String(shops[0]?.siteId ?? ''));
  const make = async () => {
    try {
      const { data } = await create({ variables: { name, installationId: Number(site) } });
      if (data != null) onMade(data.createIngestKey.secret);
      await client.refetchQueries({ include: ['SalesTills'] });
    } catch {
      showToast('error', t('salesImport.tillDialog.failed'));
    }
  };
  return (
    <form
      className={styles.newKey}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextField
        label={t('salesImport.tillDialog.name')}
        value={name}
        maxLength={100}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <LongSelectField
        label={t('salesImport.tillDialog.shop')}
        name="site"
        value={site}
        onChange={setSite}
        options={shops.map((shop) => ({ value: String(shop.siteId), text: `${shop.shopId} · ${shop.name}` }))}
      />
      <Button type="submit" disabled={name.trim() === '' || site === ''} aria-busy={loading}>
        {t('salesImport.tillDialog.make')}
      </Button>
    </form>
  );
}

function requestOf(secret: string | null, shop: SalesImporting['shops'][number] | undefined): string {
  const receipt = {
    receipt: '10234',
    at: timeExample,
    shop: shop?.shopId ?? '102',
    items: 3,
    turnover: 48.5,
    currency: shop?.currency ?? 'CHF',
  };
  return [
    `curl ${location.origin}/ingest/v1/receipts \\`,
    `  -H "Authorization: Bearer ${secret ?? '$KEY'}" \\`,
    "  -H 'content-type: application/json' \\",
    `  -d '[${JSON.stringify(receipt)}]'`,
  ].join('\n');
}
