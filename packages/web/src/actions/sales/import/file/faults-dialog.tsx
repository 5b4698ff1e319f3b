import { type RowFault, toColumnLetter } from '@atrium/domain/actions/sales';
import { useText } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../../ui/overlays/toast-list.ts';
import { Table } from '../../../../ui/table/table.tsx';
import styles from '../import.module.css';
import { formatFault, formatWhole } from '../import-text.ts';

interface FaultsProps {
  readonly faults: readonly RowFault[];
  readonly faultyRows: number;
  readonly onClose: () => void;
  readonly onChoose: () => void;
}

/** Errors of a file by line, with a download. */
export function FaultsDialog({ faults, faultyRows, onClose, onChoose }: FaultsProps) {
  const { t, locale } = useText();
  const columnOf = ({ column }: RowFault) =>
    column === null ? t('salesImport.fault.wholeRow') : t(`salesImport.column.${column}`);
  const copy = () => {
    const lines = faults.map((fault) =>
      [
        fault.row,
        fault.column === null ? '' : toColumnLetter(fault.column),
        columnOf(fault),
        formatFault(fault, t),
      ].join('\t'),
    );
    navigator.clipboard.writeText(lines.join('\n').replace(/[\u2066-\u2069]/g, '')).then(
      () => showToast('success', t('salesImport.copied')),
      () => showToast('error', t('salesImport.notCopied')),
    );
  };
  const isMore = new Set(faults.map(({ row }) => row)).size < faultyRows;
  return (
    <Dialog
      wide
      title={t('salesImport.errors', { count: faultyRows, rows: formatWhole(faultyRows, locale) })}
      text={t('salesImport.errorsText')}
      onClose={onClose}
      actions={
        <>
          <Button icon="copy" className={styles.copy ?? ''} onClick={copy}>
            {t('salesImport.copy')}
          </Button>
          <Button onClick={onClose}>{t('salesImport.close')}</Button>
          <Button look="primary" onClick={onChoose}>
            {t('salesImport.chooseCorrected')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys too */}
      <section className={styles.faults} tabIndex={0} aria-label={t('salesImport.errorsList')}>
        <Table
          className={styles.table}
          columns={[
            {
              key: 'row',
              head: t('salesImport.fault.row'),
              isName: true,
              cell: ({ row }) => formatWhole(row, locale),
            },
            {
              key: 'column',
              head: t('salesImport.fault.column'),
              cell: (fault) => (
                <>
                  {fault.column !== null && <kbd className={styles.letter}>{toColumnLetter(fault.column)}</kbd>}{' '}
                  {columnOf(fault)}
                </>
              ),
            },
            {
              key: 'what',
              head: t('salesImport.fault.what'),
              cellClass: styles.what,
              cell: (fault) => formatFault(fault, t),
            },
          ]}
          rows={faults}
          keyOf={({ row, column }) => `${row} ${column}`}
        />
        {isMore && <p className={styles.note}>{t('salesImport.errorsMore', { count: faults.length })}</p>}
      </section>
    </Dialog>
  );
}
