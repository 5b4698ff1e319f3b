import { type ReceiptColumn, receiptColumns, toColumnLetter } from '@atrium/domain/actions/sales';
import { downloadText } from '../../../../charts/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { Icon } from '../../../../ui/icons/index.ts';
import { Table } from '../../../../ui/table/table.tsx';
import shared from '../import.module.css';
import { timeExample } from '../import-text.ts';
import type { SalesImporting } from '../use-import.ts';
import styles from './guide.module.css';

/** Downloads an example file, with one of the organization's shops if there is one. */
export function saveExample(shops: SalesImporting['shops']): void {
  const { shopId = '102', currency = 'CHF' } = shops[0] ?? {};
  const rows = [
    ['10234', '2026-11-17T09:41:00+01:00', shopId, '3', '48.50', currency ?? 'CHF'],
    ['10235', '2026-11-17T09:58:00+01:00', shopId, '1', '12.00', currency ?? 'CHF'],
    ['10236', '2026-11-17T10:05:00+01:00', shopId, '-1', '-12.00', currency ?? 'CHF'],
  ];
  downloadText('sales-example.csv', `${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`);
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const examples: Readonly<Record<ReceiptColumn, string>> = {
  receipt: '10234',
  soldAt: timeExample,
  shopId: '102',
  items: '3',
  turnover: '48.50',
  currency: 'CHF',
};

const rules = ['one', 'header', 'perReceipt', 'columns', 'numbers', 'days', 'name'] as const;

/** Format of a file: columns, rules, the organization's shop ids, and an example. */
export function Guidelines({ shops }: { readonly shops: SalesImporting['shops'] }) {
  const { t } = useText();
  return (
    <aside className={styles.guide} aria-label={t('salesImport.guide.title')}>
      <details className={styles.columns} open={!matchMedia('(width < 500px)').matches}>
        <summary className={shared.strong}>{t('salesImport.guide.title')}</summary>
        <Table
          className={shared.table}
          columns={[
            { key: 'letter', cell: (column) => <kbd className={shared.letter}>{toColumnLetter(column)}</kbd> },
            {
              key: 'column',
              head: t('salesImport.fault.column'),
              isName: true,
              cell: (column) => (
                <>
                  {t(`salesImport.column.${column}`)}
                  <span className={shared.second}>{t(`salesImport.guide.${column}`)}</span>
                </>
              ),
            },
            {
              key: 'like',
              head: t('salesImport.guide.like'),
              cell: (column) => <bdi dir="ltr">{examples[column]}</bdi>,
            },
          ]}
          rows={receiptColumns}
          keyOf={(column) => column}
        />
      </details>
      <section>
        <h2 className={shared.strong}>{t('salesImport.rules.title')}</h2>
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>
              <Icon name="check" size={14} />
              {t(`salesImport.rules.${rule}`)}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className={shared.strong}>{t('salesImport.guide.shopIds')}</h2>
        {shops.length === 0 && <p className={shared.note}>{t('salesImport.guide.noShops')}</p>}
        <dl className={styles.shopIds}>
          {shops.map(({ siteId, shopId, name }) => (
            <div key={siteId}>
              <dt>
                <bdi>{shopId}</bdi>
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </section>
      <details className={styles.help}>
        <summary>
          <Icon name="help" size={14} />
          {t('salesImport.guide.how')}
        </summary>
        <p>{t('salesImport.guide.howText')}</p>
      </details>
    </aside>
  );
}
