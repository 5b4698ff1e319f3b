import { useMutation } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { DeleteDashboardDocument, DiscardDashboardDraftDocument } from '../operations.generated.ts';
import type { PageRow } from './list-rows.ts';

/** `discard` deletes only the unpublished draft. */
export type DeleteAction = 'discard' | 'delete';

/** Confirms a permanent deletion and states what is deleted. */
export function DeleteDialog({
  row: { name, dashboardId, draftId },
  parting,
  onClose,
}: {
  row: PageRow;
  parting: DeleteAction;
  onClose: (isDone: boolean) => void;
}) {
  const { t } = useText();
  const [discard, discarding] = useMutation(DiscardDashboardDraftDocument);
  const [remove, removing] = useMutation(DeleteDashboardDocument);
  const isDelete = parting === 'delete';

  async function part() {
    const done =
      isDelete && dashboardId !== null
        ? await remove({ variables: { dashboardId } }).catch(() => null)
        : await discard({ variables: { draftId: draftId ?? 0 } }).catch(() => null);
    if (done?.data == null) return showToast('error', t('drafts.notDone'));
    if (isDelete) showToast('success', t('drafts.deleted', { page: name }));
    onClose(true);
  }

  return (
    <Dialog
      title={t(isDelete ? 'drafts.delete.title' : 'drafts.discard.title', { page: name })}
      text={t(isDelete ? (dashboardId === null ? 'drafts.delete.never' : 'drafts.delete.text') : 'drafts.discard.text')}
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={discarding.loading || removing.loading} onClick={() => void part()}>
            {t(isDelete ? 'drafts.delete' : 'drafts.discard')}
          </Button>
        </>
      }
    />
  );
}
