import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { useDeliveryTo } from '../../people/notifications/delivery-notice.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  CancelExportDocument,
  DeleteExportFileDocument,
  ExportDataDocument,
  type ExportDataQueryVariables,
  type ExportJobFragment,
  ExportJobsDocument,
  SendExportAgainDocument,
} from './operations.generated.ts';

export type ExportJobs = ReturnType<typeof useExportJobs>;
export type ShownJob = ExportJobFragment;

/** Polling interval while a file is being made, and otherwise, ms. */
const pollIntervals = { underway: 1500, still: 20_000 };

export const isUnfinished = ({ state }: Pick<ShownJob, 'state'>) => state === 'waiting' || state === 'running';

/** Loads the viewer's exports, polls them, and provides their actions. */
export function useExportJobs() {
  const { t } = useText();
  const client = useApolloClient();
  const isDownloaded = useDeliveryTo('email') === 'none';
  const [isUnderway, setUnderway] = useState(false);
  const { data, error, refetch } = useQuery(ExportJobsDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: isUnderway ? pollIntervals.underway : pollIntervals.still,
  });
  const jobs: readonly ShownJob[] = data?.exportJobs.nodes ?? [];
  const isAnyOpen = jobs.some(isUnfinished);
  if (isAnyOpen !== isUnderway) setUnderway(isAnyOpen);
  const [cancel] = useMutation(CancelExportDocument);
  const [deleteFile] = useMutation(DeleteExportFileDocument);
  const [sendAgain] = useMutation(SendExportAgainDocument);
  const doing = async (done: Promise<unknown>, text: string | null) => {
    try {
      await done;
      if (text !== null) showToast('success', text);
    } catch (error) {
      const isTooOften = findErrorCode(error) === 'RATE_LIMITED';
      showToast('error', t(isTooOften ? 'exports.toast.tooOften' : 'exports.toast.notDone'));
    }
    await retryQuery(refetch);
  };
  return {
    jobs,
    isLoading: data === undefined && error === undefined,
    hasFailed: data === undefined && error !== undefined,
    retry: () => void retryQuery(refetch),
    cancel: (id: number) => doing(cancel({ variables: { id } }), null),
    deleteFile: (id: number) => doing(deleteFile({ variables: { id } }), t('exports.toast.fileDeleted')),
    sendAgain: (id: number) => doing(sendAgain({ variables: { id } }), t('exports.toast.sentAgain')),
    /** Requests an export. Returns whether it was accepted, and shows a toast. */
    ask: async (variables: Omit<ExportDataQueryVariables, 'idempotencyKey'>): Promise<boolean> => {
      const idempotencyKey = crypto.getRandomValues(new Uint8Array(16)).join('.');
      try {
        await client.query({
          query: ExportDataDocument,
          variables: { ...variables, idempotencyKey },
          fetchPolicy: 'network-only',
        });
      } catch {
        showToast('error', t('exports.toast.notSent'));
        return false;
      }
      showToast('success', t(isDownloaded ? 'exports.toast.askedFile' : 'exports.toast.asked'));
      await retryQuery(refetch);
      return true;
    },
  };
}
