import type { Text } from '../../../i18n/index.ts';
import styles from '../import.module.css';
import type { SalesTillsQuery } from '../operations.generated.ts';
import type { SalesImporting } from '../use-import.ts';
import type { ListedSales } from './listed-sales.ts';

/** A till seen within this time (ms) counts as active. */
const activeMs = 86_400_000;

/** Row of a till that posts receipts. */
export function buildTillRow(
  till: SalesTillsQuery['salesTills'][number],
  shops: SalesImporting['shops'],
  moment: (at: number) => string,
  { t }: Text,
) {
  const site = shops.find(({ siteId }) => siteId === till.siteId)?.name;
  const last = till.lastSoldAt ?? null;
  const since = moment(till.createdAt);
  const isLive = last !== null && Date.now() - last < activeMs;
  return {
    key: till.publicId,
    name: (
      <span className={styles.file}>
        <bdi>{site === undefined ? till.name : `${till.name}, ${site}`}</bdi>
      </span>
    ),
    told:
      last === null
        ? t('salesImport.tillNothing', { since })
        : t('salesImport.tillLast', { since, last: moment(last) }),
    receipts: till.receipts,
    turnover: till.turnover,
    state: (
      <span className={styles.live} data-silent={!isLive || undefined}>
        <i className={styles.dot} data-look={isLive ? undefined : 'offline'} aria-hidden="true" />
        {t(isLive ? 'salesImport.live' : 'salesImport.silent')}
      </span>
    ),
    below: null,
    isUndone: false,
  } satisfies ListedSales;
}
