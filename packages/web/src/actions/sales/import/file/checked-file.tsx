import type { ShopTotal } from '@atrium/domain/actions/sales';
import { formatDay, formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { type Column, type PlainCell, Table } from '../../../../ui/table/table.tsx';
import styles from '../import.module.css';
import { formatAmount, formatMoney, formatWhole, sumByCurrency } from '../import-text.ts';
import type { SalesImporting, Stage } from '../use-import.ts';

/** Result of the file's check, and the import button. */
export function CheckedFile({
  importing,
  onShowFaults,
}: {
  readonly importing: SalesImporting;
  readonly onShowFaults: () => void;
}) {
  const { t, locale } = useText();
  const { stage, hasFailed, retry } = importing;
  if (hasFailed)
    return (
      <p className={styles.verdict} role="alert">
        {t('salesImport.failed')} <Button onClick={retry}>{t('salesImport.retry')}</Button>
      </p>
    );
  if (stage.kind === 'faulty')
    return (
      <p className={styles.verdict} role="status">
        <i className={styles.dot} data-look="critical" aria-hidden="true" />
        <strong>
          {t('salesImport.errors', { count: stage.faultyRows, rows: formatWhole(stage.faultyRows, locale) })}
        </strong>
        <Button look="quiet" onClick={onShowFaults}>
          {t('salesImport.showErrors')}
        </Button>
      </p>
    );
  if (stage.kind !== 'checked' && stage.kind !== 'sending') return null;
  return (
    <>
      <p className={styles.verdict} role="status">
        <i className={styles.dot} aria-hidden="true" />
        <strong>
          {t('salesImport.noErrors', { count: stage.check.rows, rows: formatWhole(stage.check.rows, locale) })}
        </strong>
        <Changes stage={stage} />
      </p>
      <Totals stage={stage} shops={importing.shops} />
      <div className={styles.foot}>
        <span className={styles.note}>
          {stage.kind === 'checked' &&
            t('salesImport.checkedIn', { seconds: formatNumber(stage.seconds, { locale, decimals: 1 }) })}
        </span>
        <ImportButton importing={importing} stage={stage} />
      </div>
    </>
  );
}

type Ready = Extract<Stage, { kind: 'checked' | 'sending' }>;

function Changes({ stage }: { readonly stage: Ready }) {
  const { t, locale } = useText();
  if (stage.kind !== 'checked' || stage.changes === null) return null;
  const sum = (of: 'added' | 'corrected') => (stage.changes ?? []).reduce((count, shop) => count + shop[of], 0);
  const [added, corrected] = [sum('added'), sum('corrected')];
  if (added + corrected === 0) return <span>{t('salesImport.nothingNew')}</span>;
  return (
    <span>
      {t('salesImport.changes', {
        added: t('salesImport.willAdd', { count: added, number: formatWhole(added, locale) }),
        corrected: t('salesImport.willCorrect', { count: corrected, number: formatWhole(corrected, locale) }),
      })}
    </span>
  );
}

function ImportButton({ importing, stage }: { readonly importing: SalesImporting; readonly stage: Ready }) {
  const { t, locale } = useText();
  if (stage.kind === 'checked')
    return (
      <Button look="primary" onClick={importing.send}>
        {t('salesImport.import', { count: stage.check.rows, rows: formatWhole(stage.check.rows, locale) })}
      </Button>
    );
  const percent = Math.round(stage.share * 100);
  const text =
    percent < 100 ? t('salesImport.uploading', { percent: formatWhole(percent, locale) }) : t('salesImport.storing');
  return (
    <div className={styles.progress} role="status">
      <progress max={100} value={percent} aria-label={t('salesImport.uploadingLabel')} />
      <span>{text}</span>
    </div>
  );
}

function Totals({ stage, shops }: { readonly stage: Ready; readonly shops: SalesImporting['shops'] }) {
  const { t, locale } = useText();
  const { totals } = stage.check;
  const changes = stage.kind === 'checked' ? stage.changes : null;
  const amounts = sumByCurrency(totals.map(({ currency, turnover }) => ({ currency, amount: turnover })));
  const only = amounts.length === 1 ? amounts[0]?.currency : undefined;
  const money = (amount: number, currency: string) =>
    only === undefined ? formatMoney(amount, currency, locale) : formatAmount(amount, locale);
  const correctedOf = (site: number) => changes?.find(({ siteId }) => siteId === site)?.corrected ?? 0;
  const nameOf = (site: number) => shops.find(({ siteId }) => siteId === site)?.name ?? '';
  const number = (count: number) => formatWhole(count, locale);
  const turnover = t('salesImport.head.turnover');
  const columns: Column<ShopTotal>[] = [
    { key: 'shopId', head: t('salesImport.head.shopId'), cell: ({ shop }) => <bdi>{shop.shopId}</bdi> },
    {
      key: 'site',
      head: t('salesImport.head.site'),
      isName: true,
      cell: ({ shop }) => nameOf(shop.installationId),
    },
    { key: 'days', head: t('salesImport.head.days'), cell: (total) => <Days total={total} /> },
    {
      key: 'receipts',
      head: t('salesImport.head.receipts'),
      isNumber: true,
      cell: (total) => number(total.receipts),
    },
    {
      key: 'turnover',
      head: only === undefined ? turnover : `${turnover}, ${only}`,
      isNumber: true,
      cell: (total) => money(total.turnover, total.currency),
    },
  ];
  const sums: PlainCell[] = [
    { key: 'shops', content: t('salesImport.shops', { count: totals.length }), span: 3, isName: true },
    { key: 'receipts', content: number(totals.reduce((sum, total) => sum + total.receipts, 0)), isNumber: true },
    {
      key: 'turnover',
      content: amounts.map(({ currency, amount }) => <div key={currency}>{money(amount, currency)}</div>),
      isNumber: true,
    },
  ];
  if (changes !== null) {
    columns.push({
      key: 'corrected',
      head: t('salesImport.head.corrected'),
      isNumber: true,
      cell: ({ shop }) => number(correctedOf(shop.installationId)),
    });
    const all = changes.reduce((sum, { corrected }) => sum + corrected, 0);
    sums.push({ key: 'corrected', content: number(all), isNumber: true });
  }
  return (
    <Table
      scroll={{ className: styles.wide, 'aria-label': t('salesImport.shops', { count: totals.length }) }}
      className={styles.table}
      columns={columns}
      rows={totals}
      keyOf={({ shop }) => shop.installationId}
      foot={totals.length > 1 ? [sums] : []}
    />
  );
}

function Days({ total: { daysWithSales, told } }: { readonly total: ShopTotal }) {
  const text = useText();
  const { t, locale } = text;
  const [first, last] = [told[0]?.date ?? '', told.at(-1)?.date ?? ''];
  const count = formatWhole(daysWithSales, locale);
  return first === last
    ? t('salesImport.oneDay', { count, day: formatDay(first, text) })
    : t('salesImport.days', { count, from: formatDay(first, text), to: formatDay(last, text) });
}
