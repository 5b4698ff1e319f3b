import { useQuery } from '@apollo/client/react';
import { useParams } from '@tanstack/react-router';
import { findErrorCode, retryQuery } from '../../answers/index.ts';
import { Loader, LoadFailed, usePageName } from '../../ui/page/index.ts';
import { useSites } from '../widgets/index.ts';
import { DashboardDraftDocument } from './operations.generated.ts';
import { toDraft } from './state/draft.ts';
import { Workbench } from './workbench.tsx';

/** The page builder. Loads the draft whenever it opens, so that others' changes are not overwritten. */
export function PageBuilder() {
  const params = useParams({ from: '/authenticated/settings/pages/$draftId' });
  const draftId = /^[1-9]\d{0,8}$/.test(params.draftId) ? Number(params.draftId) : 0;
  const { data, error, refetch } = useQuery(DashboardDraftDocument, {
    variables: { draftId },
    fetchPolicy: 'no-cache',
  });
  const { sites, colors, ...known } = useSites();
  usePageName(data?.dashboardDraft === undefined ? null : toDraft(data.dashboardDraft).content.name);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (known.error !== null) return <LoadFailed code={findErrorCode(known.error)} retry={known.retry} />;
  if (data === undefined || sites === null) return <Loader />;
  return <Workbench key={draftId} read={toDraft(data.dashboardDraft)} sites={sites} colors={colors} />;
}
