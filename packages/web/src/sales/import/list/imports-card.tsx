import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { retryQuery } from '../../../answers/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useDates } from '../../../organization/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { Loading } from '../../../ui/loading/index.ts';
import { Table } from '../../../ui/table/index.ts';
import styles from '../import.module.css';
import { formatMoney, formatWhole } from '../import-text.ts';
import { type SalesImportFragment, SalesImportsDocument, SalesTillsDocument } from '../operations.generated.ts';
import type { SalesImporting } from '../use-import.ts';
import { buildImportRow } from './imported-file.tsx';
import { buildTillRow } from './sending-till.tsx';

const context = { hub: true };
const pageSize = 10;
/** Polling interval for tills, ms. */
const pollMs = 30_000;

/** Imported files, newest first, and the tills that post receipts. */
export function ImportsCard({ shops }: { readonly shops: SalesImporting['shops'] }) {
  const text = useText();
  const { t } = text;
  const { moment } = useDates();
  const [asked, setAsked] = useState<SalesImportFragment['id'] | null>(null);
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
      {page === undefined && listed.error === undefined && <Loading className={styles.ghost} />}
      {page === undefined && listed.error !== undefined && (
        <p className={styles.empty} role="alert">
          {t('salesImport.listFailed')}{' '}
          <Button onClick={() => void retryQuery(listed.refetch)}>{t('salesImport.retry')}</Button>
        </p>
      )}
      {isEmpty && <p className={styles.empty}>{t('salesImport.empty')}</p>}
      {page !== undefined && !isEmpty && (
        <Table
          className={styles.list}
          columns={[
            {
              key: 'file',
              head: t('salesImport.head.file'),
              isName: true,
              cell: ({ name, told }) => (
                <>
                  {name}
                  <span className={styles.second}>{told}</span>
                </>
              ),
            },
            {
              key: 'receipts',
              head: t('salesImport.head.receipts'),
              isNumber: true,
              cell: ({ receipts }) => formatWhole(receipts, text.locale),
            },
            {
              key: 'turnover',
              head: t('salesImport.head.turnover'),
              isNumber: true,
              cell: ({ turnover }) =>
                turnover.map(({ currency, amount }) => (
                  <div key={currency}>{formatMoney(amount, currency, text.locale)}</div>
                )),
            },
            { key: 'state', cellClass: styles.act, cell: ({ state }) => state },
          ]}
          rows={[
            ...page.nodes.map((one) => {
              const onAsk = (isAsking: boolean) => setAsked(isAsking ? one.id : null);
              return buildImportRow({ one, isAsking: asked === one.id, onAsk }, moment, text);
            }),
            ...tills.map((till) => buildTillRow(till, shops, moment, text)),
          ]}
          keyOf={({ key }) => key}
          rowProps={({ below, isUndone }) => ({
            className: styles.row,
            'data-open': below !== null || undefined,
            'data-undone': isUndone || undefined,
          })}
          below={({ below }) => below}
        />
      )}
      {page?.pageInfo.hasNextPage === true && (
        <Button look="quiet" onClick={() => setSize(size + pageSize)}>
          {t('salesImport.more')}
        </Button>
      )}
    </section>
  );
}
