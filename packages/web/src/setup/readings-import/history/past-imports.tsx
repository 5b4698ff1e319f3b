import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { useDates } from '../../../people/organization/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { SectionCard } from '../../../ui/page/section-card.tsx';
import styles from '../readings-import.module.css';
import {
  type PastImportFragment,
  ReadingsImportsDocument,
  ReadingsImportUndoDocument,
  UndoReadingsImportDocument,
} from './operations.generated.ts';

const context = { hub: true };

/** Lists imported files, newest first; nothing while there are none. */
export function PastImports() {
  const { t } = useText();
  const { data } = useQuery(ReadingsImportsDocument, { context, fetchPolicy: 'cache-and-network' });
  const imports = data?.readingsImports ?? [];
  if (imports.length === 0) return null;
  return (
    <SectionCard title={t('setUp.readings.past.list')}>
      <ul className={styles.columns}>
        {imports.map((one) => (
          <PastImport key={one.id} one={one} />
        ))}
      </ul>
    </SectionCard>
  );
}

function PastImport({ one }: { readonly one: PastImportFragment }) {
  const { t, locale } = useText();
  const { moment } = useDates();
  const [isAsking, setAsking] = useState(false);
  const { fileName, at, by, added, replaced, hasEnded, undoneAt, undoneReason, isRestored } = one;
  const whole = (count: number) => new Intl.NumberFormat(locale).format(count);
  const about = [
    moment(at),
    by ?? [],
    hasEnded
      ? t('setUp.readings.past.hint', { added: whole(added), replaced: whole(replaced) })
      : t('setUp.readings.past.running'),
  ].flat();
  return (
    <li className={styles.recipe}>
      <div className={styles.about}>
        <bdi className={styles.name}>{fileName}</bdi>
        <span className={styles.samples}>{about.map(isolateText).join(' · ')}</span>
        {undoneAt !== null && (
          <span className={styles.samples}>
            {t('setUp.readings.past.undone', { reason: isolateText(undoneReason ?? '') })}
          </span>
        )}
      </div>
      {!isRestored && (
        <Button
          icon="reload"
          look="quiet"
          aria-label={t('setUp.readings.past.undoOf', { file: fileName })}
          onClick={() => setAsking(true)}
        >
          {t('setUp.readings.past.undo')}
        </Button>
      )}
      {isAsking && <UndoDialog one={one} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Confirms undoing an import, with what it changes and the reason. */
function UndoDialog({ one, onClose }: { readonly one: PastImportFragment; readonly onClose: () => void }) {
  const { t } = useText();
  const [reason, setReason] = useState(one.undoneReason ?? '');
  const variables = { readingsImportId: one.id };
  const { data, error, loading } = useQuery(ReadingsImportUndoDocument, {
    ...{ variables, context },
    fetchPolicy: 'network-only',
  });
  const [undo, undoing] = useMutation(UndoReadingsImportDocument, {
    context,
    refetchQueries: [ReadingsImportsDocument],
  });
  const effect = data?.readingsImportUndo;
  const go = async () => {
    try {
      await undo({ variables: { ...variables, reason } });
      showToast('success', t('setUp.readings.past.done', { file: isolateText(one.fileName) }));
      onClose();
    } catch {
      showToast('error', t('setUp.readings.past.failed'));
    }
  };
  return (
    <Dialog
      title={t('setUp.readings.past.undoOf', { file: isolateText(one.fileName) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            disabled={effect === undefined || reason.trim() === '' || undoing.loading}
            aria-busy={undoing.loading}
            onClick={() => void go()}
          >
            {t('setUp.readings.past.confirm')}
          </Button>
        </>
      }
    >
      <p role="status" aria-busy={loading}>
        {error !== undefined && t('setUp.readings.past.unknown')}
        {effect !== undefined &&
          (['removed', 'restored', 'kept'] as const)
            .filter((which) => effect[which] > 0 || which === 'removed')
            .map((which) => t(`setUp.readings.past.${which}`, { count: effect[which] }))
            .join(' ')}
      </p>
      <TextField
        label={t('setUp.readings.past.reason')}
        name="undoReason"
        autoComplete="off"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
