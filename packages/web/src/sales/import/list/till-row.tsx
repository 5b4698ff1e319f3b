import { useText } from '../../../i18n/index.ts';
import { useDates } from '../../../organization/index.ts';
import styles from '../import.module.css';
import { moneyText, wholeText } from '../import-words.ts';
import type { SalesTillsQuery } from '../operations.generated.ts';
import type { SalesImporting } from '../use-import.ts';

/** A till that is heard of within a day is at work. */
const silence = 86_400_000;

/** A till that sends its receipts by itself. */
export function TillRow({
  till,
  shops,
}: {
  readonly till: SalesTillsQuery['salesTills'][number];
  readonly shops: SalesImporting['shops'];
}) {
  const { t, locale } = useText();
  const { moment } = useDates();
  const site = shops.find(({ siteId }) => siteId === till.siteId)?.name;
  const last = till.lastSoldAt ?? null;
  const since = moment(till.createdAt);
  const isLive = last !== null && Date.now() - last < silence;
  return (
    <tr className={styles.row}>
      <th scope="row">
        <span className={styles.file}>
          <bdi>{site === undefined ? till.name : `${till.name}, ${site}`}</bdi>
        </span>
        <span className={styles.second}>
          {last === null
            ? t('salesImport.tillNothing', { since })
            : t('salesImport.tillLast', { since, last: moment(last) })}
        </span>
      </th>
      <td data-number>{wholeText(till.receipts, locale)}</td>
      <td data-number>
        {till.turnover.map(({ currency, amount }) => (
          <div key={currency}>{moneyText(amount, currency, locale)}</div>
        ))}
      </td>
      <td className={styles.act}>
        <span className={styles.live} data-silent={!isLive || undefined}>
          <i className={styles.dot} data-look={isLive ? undefined : 'offline'} aria-hidden="true" />
          {t(isLive ? 'salesImport.live' : 'salesImport.silent')}
        </span>
      </td>
    </tr>
  );
}
