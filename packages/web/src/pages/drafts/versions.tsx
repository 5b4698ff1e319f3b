import { useApolloClient, useQuery } from '@apollo/client/react';
import type { DashboardContent } from '@atrium/domain/pages/content';
import { useText } from '../../i18n/index.ts';
import { useDates } from '../../people/organization/index.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { DashboardVersionContentDocument, DashboardVersionsDocument } from './operations.generated.ts';
import styles from './page-settings.module.css';
import type { DraftWork } from './use-draft-work.ts';

interface VersionsProps {
  readonly work: DraftWork;
  readonly say: (text: string) => void;
}

/** Lists the published versions. Each can become the draft again. */
export function Versions({ work, say }: VersionsProps) {
  const { t } = useText();
  const { moment } = useDates();
  const client = useApolloClient();
  const draftId = work.draft.id;
  const { data } = useQuery(DashboardVersionsDocument, { variables: { draftId }, fetchPolicy: 'no-cache' });
  const versions = data?.dashboardVersions ?? [];

  async function restore(version: number) {
    const query = {
      query: DashboardVersionContentDocument,
      variables: { draftId, version },
      fetchPolicy: 'no-cache',
    } as const;
    const answer = await client.query(query).catch(() => null);
    if (answer?.data === undefined) return showToast('error', t('drafts.notDone'));
    work.change(answer.data.dashboardVersionContent as DashboardContent);
    say(t('drafts.restored', { version }));
    showToast('success', t('drafts.restored', { version }));
  }

  if (data !== undefined && versions.length === 0) return <p className={styles.text}>{t('drafts.history.none')}</p>;
  return (
    <ol className={styles.rows}>
      {versions.map(({ version, publishedAt, by }) => (
        <li key={version} className={styles.row}>
          <span className={styles.name}>
            {t('drafts.history.by', { date: moment(publishedAt), name: by ?? t('drafts.history.nobody') })}
          </span>
          <IconButton icon="undo" label={t('drafts.restore', { version })} onClick={() => void restore(version)} />
        </li>
      ))}
    </ol>
  );
}
