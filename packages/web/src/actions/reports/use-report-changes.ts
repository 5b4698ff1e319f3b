import { useApolloClient, useMutation } from '@apollo/client/react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  DeleteReportDocument,
  type ReportFragment,
  RestoreReportDocument,
  UpdateReportDocument,
} from './operations.generated.ts';
import { formatRefusal } from './refusal.ts';

export interface ReportChanges {
  readonly turn: (report: ReportFragment, enabled: boolean) => void;
  /** Resolves once it is deleted, or could not be. The toast offers undo. */
  readonly remove: (report: ReportFragment) => Promise<void>;
}

interface Said {
  readonly done: MessageId;
  readonly failed: MessageId;
  readonly undo?: () => void;
}

/** Actions on listed reports, saved at once and confirmed by a toast that offers a retry after failures. */
export function useReportChanges(): ReportChanges {
  const { t } = useText();
  const client = useApolloClient();
  const [update] = useMutation(UpdateReportDocument);
  const [remove] = useMutation(DeleteReportDocument);
  const [restore] = useMutation(RestoreReportDocument);

  async function say(act: () => Promise<unknown>, { done, failed, undo }: Said): Promise<void> {
    try {
      await act();
    } catch (error) {
      const again = () => void say(act, { done, failed, ...(undo && { undo }) });
      return showToast('error', formatRefusal(error, failed, t), { label: t('reports.retry'), act: again });
    }
    showToast('success', t(done), undo === undefined ? null : { label: t('reports.undo'), act: undo });
    await client.refetchQueries({ include: ['Reports'] }).catch(() => {});
  }

  const updated = { done: 'reports.toast.updated', failed: 'reports.toast.notUpdated' } as const;
  return {
    turn: ({ id }, enabled) => void say(() => update({ variables: { id, input: { enabled } } }), updated),
    remove: ({ id }) =>
      say(() => remove({ variables: { id } }), {
        done: 'reports.toast.deleted',
        failed: 'reports.toast.notDeleted',
        undo: () =>
          void say(() => restore({ variables: { id } }), {
            done: 'reports.toast.restored',
            failed: 'reports.toast.notRestored',
          }),
      }),
  };
}
