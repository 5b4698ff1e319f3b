import { useMutation, useQuery } from '@apollo/client/react';
import { formatDay } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import styles from './import.module.css';
import { formatMoney, formatWhole } from './import-text.ts';
import {
  type SalesImportFragment,
  SalesImportUndoDocument,
  type SalesImportUndoQuery,
  UndoSalesImportDocument,
} from './operations.generated.ts';

const context = { hub: true };

/** Confirms undoing an import, with what it changes. */
export function UndoDialog({ one, onClose }: { readonly one: SalesImportFragment; readonly onClose: () => void }) {
  const { t } = useText();
  const asked = useQuery(SalesImportUndoDocument, { variables: { id: one.id }, context, fetchPolicy: 'network-only' });
  const [undo, { loading }] = useMutation(UndoSalesImportDocument, { context });
  const effect = asked.data?.salesImportUndo;
  const sentences = useSentences(effect, one);
  const act = () =>
    undo({ variables: { id: one.id } }).then(
      () => showToast('success', t('salesImport.undoDone', { file: one.fileName })),
      () => showToast('error', t('salesImport.undoFailed')),
    );
  return (
    <div className={styles.question}>
      <p role="status" aria-busy={asked.loading}>
        {asked.error !== undefined ? t('salesImport.undoUnknown') : sentences.join(' ')}
      </p>
      <div className={styles.answers}>
        <Button onClick={onClose}>{t('salesImport.keep')}</Button>
        <Button
          icon="reload"
          className={styles.danger ?? ''}
          disabled={effect === undefined || loading}
          aria-busy={loading}
          onClick={() => void act()}
        >
          {t('salesImport.undoThis')}
        </Button>
      </div>
    </div>
  );
}

function useSentences(effect: SalesImportUndoQuery['salesImportUndo'] | undefined, { sites }: SalesImportFragment) {
  const text = useText();
  const { t, locale } = text;
  if (effect === undefined) return [t('app.loading')];
  const { removed, restored, kept, turnover } = effect;
  const number = (value: number) => ({ count: value, number: formatWhole(value, locale) });
  const [from = '', to = ''] = [
    sites.map(({ firstDay }) => firstDay).sort()[0],
    sites
      .map(({ lastDay }) => lastDay)
      .sort()
      .at(-1),
  ];
  const days = { from: formatDay(from, text), to: formatDay(to, text) };
  return [
    ...(removed + restored === 0 ? [t('salesImport.undoNothing')] : []),
    ...(removed > 0 ? [t('salesImport.undoRemoves', number(removed))] : []),
    ...(restored > 0 ? [t('salesImport.undoRestores', number(restored))] : []),
    ...(kept > 0 ? [t('salesImport.undoKeeps', number(kept))] : []),
    ...turnover
      .filter(({ amount }) => amount !== 0)
      .map(({ currency, amount }) =>
        t(amount < 0 ? 'salesImport.undoFalls' : 'salesImport.undoRises', {
          ...days,
          money: formatMoney(Math.abs(amount), currency, locale),
        }),
      ),
  ];
}
