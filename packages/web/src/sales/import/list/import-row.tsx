import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { useDates } from '../../../organization/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { apart } from '../file/fault-text.ts';
import styles from '../import.module.css';
import { byCurrency, moneyText, wholeText } from '../import-words.ts';
import type { SalesImportFragment } from '../operations.generated.ts';
import { UndoQuestion } from './undo-question.tsx';

/** A file that was imported; taking it back unfolds below it. */
export function ImportRow({ one }: { readonly one: SalesImportFragment }) {
  const { t, locale } = useText();
  const { moment } = useDates();
  const [isAsking, setAsking] = useState(false);
  const isUndone = one.undoneAt != null;
  const receipts = isUndone ? 0 : one.sites.reduce((sum, site) => sum + site.receipts, 0);
  const amounts = byCurrency(
    one.sites.map(({ currency, turnover }) => ({ currency, amount: isUndone ? 0 : turnover })),
  );
  const told = [
    moment(one.at),
    isUndone
      ? t('salesImport.undoneAt', { when: moment(one.undoneAt ?? one.at) })
      : (one.userName ?? t('salesImport.somebody')),
    ...(isUndone ? [] : [t('salesImport.shops', { count: one.sites.length })]),
  ];
  return (
    <>
      <tr className={styles.row} data-open={isAsking || undefined} data-undone={isUndone || undefined}>
        <th scope="row">
          <a href={one.fileUrl} className={styles.file} download={one.fileName}>
            <bdi>{one.fileName}</bdi>
          </a>
          <span className={styles.second}>{told.map(apart).join(' · ')}</span>
        </th>
        <td data-number>{wholeText(receipts, locale)}</td>
        <td data-number>
          {amounts.map(({ currency, amount }) => (
            <div key={currency}>{moneyText(amount, currency, locale)}</div>
          ))}
        </td>
        <td className={styles.act}>
          {isUndone && t('salesImport.undone')}
          {!isUndone && !isAsking && (
            <Button
              icon="reload"
              look="quiet"
              aria-label={t('salesImport.undoOf', { file: one.fileName })}
              onClick={() => setAsking(true)}
            >
              {t('salesImport.undo')}
            </Button>
          )}
        </td>
      </tr>
      {isAsking && !isUndone && (
        <tr className={styles.unfolded}>
          <td colSpan={4}>
            <UndoQuestion one={one} onClose={() => setAsking(false)} />
          </td>
        </tr>
      )}
    </>
  );
}
