import { useQuery } from '@apollo/client/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { retryQuery } from '../../../answers/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useMayDo, useViewer } from '../../../organization/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { Loading } from '../../../ui/loading/index.ts';
import { FullScreen, PageHeader } from '../../../ui/page/index.ts';
import { BuiltDashboardsDocument } from '../operations.generated.ts';
import { parseSeenView } from '../state/seen-view.ts';
import { buildPageRows } from './list-rows.ts';
import { NewPage } from './new-page.tsx';
import { PageTable } from './page-table.tsx';
import styles from './pages.module.css';

/** Lists the organization's and the user's own pages, with links to the page builder. */
export function PagesPage() {
  const { t, locale } = useText();
  const mayEditShared = useMayDo('organizationDashboards');
  const { installationIds } = useViewer();
  const { data, error, refetch } = useQuery(BuiltDashboardsDocument, { fetchPolicy: 'cache-and-network' });
  const [isNew, setNew] = useState(false);
  const search = useSearch({ from: '/authenticated/settings/pages' });
  const navigate = useNavigate();
  const view = parseSeenView(search);
  const close = () => {
    setNew(false);
    if (view !== null) void navigate({ to: '/settings/pages', search: {}, replace: true });
  };
  const rows = data && buildPageRows(data, mayEditShared, locale, installationIds);
  return (
    <>
      <PageHeader
        title={t('drafts.title')}
        actions={
          <Button look="primary" icon="plus" onClick={() => setNew(true)}>
            {t('drafts.new')}
          </Button>
        }
      />
      {rows === undefined && error !== undefined && (
        <FullScreen
          title={t('drafts.failed')}
          actions={
            <Button icon="reload" onClick={() => void retryQuery(refetch)}>
              {t('app.tryAgain')}
            </Button>
          }
        />
      )}
      {rows === undefined && error === undefined && <Loading className={styles.ghost} />}
      {rows?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('drafts.empty')}</p>
          <p>{t('drafts.emptyText')}</p>
        </div>
      )}
      {rows !== undefined && rows.length > 0 && <PageTable rows={rows} again={() => void retryQuery(refetch)} />}
      {(isNew || view !== null) && <NewPage mayShare={mayEditShared} view={view} onClose={close} />}
    </>
  );
}
