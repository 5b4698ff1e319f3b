import { useMutation, useQuery } from '@apollo/client/react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { useDeliveryTo } from '../../people/notifications/delivery-notice.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  DeleteRepeatingExportDocument,
  RepeatExportDocument,
  type RepeatExportMutationVariables,
  RepeatingExportsDocument,
  type RepeatingExportsQuery,
  RestoreRepeatingExportDocument,
  SwitchRepeatingExportDocument,
} from './operations.generated.ts';

export type ShownRepeating = RepeatingExportsQuery['repeatingExports'][number];
export type Repeating = ReturnType<typeof useRepeating>;

/** Loads the viewer's repeating exports and provides their actions, saved at once and confirmed by a toast. */
export function useRepeating() {
  const { t } = useText();
  const { data, error, refetch } = useQuery(RepeatingExportsDocument, { fetchPolicy: 'cache-and-network' });
  const isDownloaded = useDeliveryTo('email') === 'none';
  const [repeat] = useMutation(RepeatExportDocument);
  const [turn] = useMutation(SwitchRepeatingExportDocument);
  const [remove] = useMutation(DeleteRepeatingExportDocument);
  const [restore] = useMutation(RestoreRepeatingExportDocument);

  async function say(done: Promise<unknown>, said: { done?: MessageId; failed: MessageId; undo?: () => void }) {
    try {
      await done;
    } catch {
      showToast('error', t(said.failed));
      return false;
    }
    if (said.done !== undefined)
      showToast('success', t(said.done), said.undo === undefined ? null : { label: t('exports.undo'), act: said.undo });
    // Refetches the list, which reports its own errors.
    await retryQuery(refetch);
    return true;
  }

  const failed = 'exports.toast.notDone';
  return {
    all: data?.repeatingExports ?? [],
    hasFailed: data === undefined && error !== undefined,
    retry: () => void retryQuery(refetch),
    /** Creates a repeating export. Returns whether it was accepted, and shows a toast. */
    ask: (variables: RepeatExportMutationVariables) =>
      say(repeat({ variables }), {
        done: isDownloaded ? 'exports.toast.repeatedFile' : 'exports.toast.repeated',
        failed: 'exports.toast.notRepeated',
      }),
    turn: (id: number, isOn: boolean) => void say(turn({ variables: { id, isOn } }), { failed }),
    remove: (id: number) =>
      void say(remove({ variables: { id } }), {
        done: 'exports.toast.repeatingDeleted',
        failed,
        undo: () => void say(restore({ variables: { id } }), { done: 'exports.toast.repeatingRestored', failed }),
      }),
  };
}
