import { type Text, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { isolateText } from '../file/fault-text.ts';
import styles from '../import.module.css';
import { sumByCurrency } from '../import-text.ts';
import type { SalesImportFragment } from '../operations.generated.ts';
import type { ListedSales } from './listed-sales.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface ImportProps {
  readonly one: SalesImportFragment;
  /** Whether the undo question is open. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
}

/** Row of an imported file; the undo question unfolds below it. */
export function buildImportRow({ one, isAsking, onAsk }: ImportProps, moment: (at: number) => string, { t }: Text) {
  const isUndone = one.undoneAt != null;
  const told = [
    moment(one.at),
    isUndone
      ? t('salesImport.undoneAt', { when: moment(one.undoneAt ?? one.at) })
      : (one.userName ?? t('salesImport.somebody')),
    ...(isUndone ? [] : [t('salesImport.shops', { count: one.sites.length })]),
  ];
  return {
    key: one.id,
    name: (
      <a href={one.fileUrl} className={styles.file} download={one.fileName}>
        <bdi>{one.fileName}</bdi>
      </a>
    ),
    told: told.map(isolateText).join(' · '),
    receipts: isUndone ? 0 : one.sites.reduce((sum, site) => sum + site.receipts, 0),
    turnover: sumByCurrency(one.sites.map(({ currency, turnover }) => ({ currency, amount: isUndone ? 0 : turnover }))),
    state: isUndone ? t('salesImport.undone') : !isAsking && <Undo file={one.fileName} onAsk={() => onAsk(true)} />,
    below: isAsking && !isUndone ? <UndoDialog one={one} onClose={() => onAsk(false)} /> : null,
    isUndone,
  } satisfies ListedSales;
}

function Undo({ file, onAsk }: { file: string; onAsk: () => void }) {
  const { t } = useText();
  return (
    <Button icon="reload" look="quiet" aria-label={t('salesImport.undoOf', { file })} onClick={onAsk}>
      {t('salesImport.undo')}
    </Button>
  );
}
