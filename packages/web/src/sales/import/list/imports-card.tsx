import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/index.ts';
import styles from '../import.module.css';
import { SalesImportsDocument, SalesTillsDocument } from '../operations.generated.ts';
import type { SalesImporting } from '../use-import.ts';
import { ImportRow } from './import-row.tsx';
import { TillRow } from './till-row.tsx';

const context = { hub: true };
const pageSize = 10;
/** Tills are live, ms. */
const pollMs = 30_000;

/** The files that were imported, newest first, and the tills that send by themselves. */
export function ImportsCard({ shops }: { readonly shops: SalesImporting['shops'] }) {
  const { t } = useText();
  const [size, setSize] = useState(pageSize);
  const listed = useQuery(SalesImportsDocument, {
    variables: { first: size },
    context,
    fetchPolicy: 'cache-and-network',
  });
  const telling = useQuery(SalesTillsDocument, { context, fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const page = (listed.data ?? listed.previousData)?.salesImports;
  const tills = telling.data?.salesTills ?? [];
  const isEmpty = page?.nodes.length === 0 && tills.length === 0;
  return (
    <section className={styles.card} aria-label={t('salesImport.imported')}>
      <header className={styles.listHead}>
        <h2 className={styles.strong}>{t('salesImport.imported')}</h2>
        <span className={styles.note}>{t('salesImport.importedNote')}</span>
      </header>
      {page === undefined && listed.error === undefined && (
        <div className={styles.ghost} role="status" aria-label={t('app.loading')} />
      )}
      {page === undefined && listed.error !== undefined && (
        <p className={styles.empty} role="alert">
          {t('salesImport.listFailed')} <Button onClick={() => void listed.refetch()}>{t('salesImport.retry')}</Button>
        </p>
      )}
      {isEmpty && <p className={styles.empty}>{t('salesImport.empty')}</p>}
      {page !== undefined && !isEmpty && (
        <table className={styles.list}>
          <thead>
            <tr>
              <th scope="col">{t('salesImport.head.file')}</th>
              <th scope="col" data-number>
                {t('salesImport.head.receipts')}
              </th>
              <th scope="col" data-number>
                {t('salesImport.head.turnover')}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {page.nodes.map((one) => (
              <ImportRow key={one.id} one={one} />
            ))}
            {tills.map((till) => (
              <TillRow key={till.publicId} till={till} shops={shops} />
            ))}
          </tbody>
        </table>
      )}
      {page?.pageInfo.hasNextPage === true && (
        <Button look="quiet" onClick={() => setSize(size + pageSize)}>
          {t('salesImport.more')}
        </Button>
      )}
    </section>
  );
}
