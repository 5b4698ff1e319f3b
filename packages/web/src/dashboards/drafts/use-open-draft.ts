import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import type { PageRow } from './list-rows.ts';
import { OpenDashboardDraftDocument } from './operations.generated.ts';

/** Returns a function that opens a page in the page builder. Creates a draft if there is none. */
export function useOpenDraft() {
  const { t } = useText();
  const navigate = useNavigate();
  const [begin] = useMutation(OpenDashboardDraftDocument);
  return async ({ draftId, dashboardId }: Pick<PageRow, 'draftId' | 'dashboardId'>): Promise<void> => {
    const begun =
      draftId === null && dashboardId !== null ? await begin({ variables: { dashboardId } }).catch(() => null) : null;
    const id = draftId ?? begun?.data?.openDashboardDraft.id;
    if (id === undefined) return showToast('error', t('drafts.notDone'));
    await navigate({ to: '/settings/pages/$draftId', params: { draftId: String(id) } });
  };
}
