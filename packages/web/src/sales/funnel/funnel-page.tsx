import { BookmarkButton } from '../../bookmarks/index.ts';
import { downloadText, formatCsv } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/index.ts';
import { CopyLinkButton, PageHeader } from '../../ui/page/index.ts';
import styles from './funnel.module.css';
import { FunnelCard } from './funnel-card.tsx';
import { FunnelFilters } from './funnel-filters.tsx';
import { buildTable, FunnelTable } from './funnel-table.tsx';
import { useFunnel } from './use-funnel.ts';

/** M01: how many passers-by come in, and how many of those buy, per shop. */
export function FunnelPage() {
  const text = useText();
  const { t } = text;
  const funnel = useFunnel();
  const { rows, total, isBusy, isFailed, months, siteIds, isDemonstration } = funnel;
  const save = () => downloadText('sales-funnel.csv', formatCsv(buildTable(rows, total, text)));
  return (
    <div data-usage="sales">
      <PageHeader
        title={t('funnel.title')}
        actions={
          <>
            <BookmarkButton title={t('funnel.title')} />
            <CopyLinkButton address={() => location.href} />
            <Button icon="download" disabled={rows.length === 0} onClick={save}>
              {t('funnel.csv')}
            </Button>
          </>
        }
      />
      <FunnelFilters funnel={funnel} />
      {isDemonstration && (
        <p className={styles.demonstration} role="note">
          {t('funnel.demonstration')}
        </p>
      )}
      {isFailed && (
        <div className={styles.noResults} role="alert">
          <p>{t('funnel.failed')}</p>
          <Button icon="reload" onClick={funnel.retry}>
            {t('funnel.retry')}
          </Button>
        </div>
      )}
      {!isFailed && total === null && isBusy && <div className={styles.ghost} role="status" aria-busy="true" />}
      {!isFailed && total !== null && <FunnelCard funnel={total} isBusy={isBusy} />}
      {!isFailed && !isBusy && siteIds.length > 0 && months.length === 0 && (
        <p className={styles.noResults}>{t('funnel.noSales')}</p>
      )}
      {!isFailed && (total !== null || !isBusy) && months.length > 0 && (
        <FunnelTable rows={rows} total={total} isBusy={isBusy} />
      )}
    </div>
  );
}
