import { useQuery } from '@apollo/client/react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useText } from '../../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../../numbers/answers/index.ts';
import { useViewer } from '../../../people/organization/index.ts';
import { Loader } from '../../../ui/page/full-screen.tsx';
import { LoadFailed } from '../../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../../ui/page/page-header.tsx';
import { AlertForm } from './alert-form.tsx';
import { newDraft, toDraft } from './draft.ts';
import { AlertSitesDocument, AlertToEditDocument } from './operations.generated.ts';

/** Form of a new alert. The address may name an alert to copy or a type. */
export function NewAlertPage() {
  const { t } = useText();
  const { like, type } = useSearch({ strict: false }) as { like?: number; type?: string };
  const { email } = useViewer();
  const choices = useQuery(AlertSitesDocument, { fetchPolicy: 'cache-and-network' }).data;
  const model = useQuery(AlertToEditDocument, { variables: { id: like ?? 0 }, skip: like === undefined });
  const found = model.data;
  const site = choices?.allInstallations[0];
  const stored = useMemo(() => {
    const draft = found === undefined ? newDraft(type, email) : toDraft(found);
    if (draft.installationId !== null || site === undefined) return draft;
    const zoneId = (site.zones[0]?.id ?? null) as typeof draft.condition.zoneId;
    return { ...draft, installationId: site.id, condition: { ...draft.condition, zoneId } };
  }, [found, type, email, site]);
  return (
    <>
      <PageHeader title={t('alerts.new')} status={t('alertForm.notSaved')} />
      {choices === undefined || (like !== undefined && model.loading) ? (
        <Loader />
      ) : (
        <AlertForm alertId={null} stored={stored} choices={choices} />
      )}
    </>
  );
}

/** Form of an existing alert, read-only without the right to edit. */
export function AlertPage() {
  const { alertId } = useParams({ strict: false }) as { alertId: string };
  const id = Number(alertId);
  const choices = useQuery(AlertSitesDocument, { fetchPolicy: 'cache-and-network' }).data;
  const { data, error, refetch } = useQuery(AlertToEditDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const stored = useMemo(() => (data === undefined ? null : toDraft(data)), [data]);
  usePageName(data?.alertById.name ?? null);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (choices === undefined || stored === null) return <Loader />;
  return (
    <>
      <PageHeader title={stored.name} />
      <AlertForm key={id} alertId={id} stored={stored} choices={choices} />
    </>
  );
}
