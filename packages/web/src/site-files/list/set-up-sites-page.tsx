import { useQuery } from '@apollo/client/react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { SampleCard } from '../../first-steps/sample/sample-card.tsx';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Loading } from '../../ui/loading/index.ts';
import { PageHeader } from '../../ui/page/index.ts';
import { SetUpSitesDocument, type SetUpSitesQuery } from '../operations.generated.ts';
import { NewSite } from './new-site.tsx';
import styles from './set-up-sites.module.css';
import { SiteFileButtons } from './site-file-buttons.tsx';

/** Sites in set-up, with links to their editors. */
export function SetUpSitesPage() {
  const { t } = useText();
  const viewer = useViewer();
  const { data, error } = useQuery(SetUpSitesDocument, { fetchPolicy: 'cache-and-network' });
  const { hash } = useLocation();
  const [isNew, setNew] = useState(hash === 'new');
  const sites = data?.editedSites;
  return (
    <>
      <PageHeader
        title={t('shell.siteSetup')}
        actions={
          <>
            {mayDo(viewer, 'siteFile') && sites !== undefined && <SiteFileButtons />}
            <Button look="primary" icon="plus" disabled={sites === undefined} onClick={() => setNew(true)}>
              {t('setUp.newSite')}
            </Button>
          </>
        }
      />
      {sites === undefined && error !== undefined && (
        <p className={styles.note}>{t(viewer.installationIds === null ? 'setUp.failed' : 'setUp.wholeOnly')}</p>
      )}
      {sites === undefined && error === undefined && <Loading className={styles.ghost} />}
      {sites?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('setUp.empty')}</p>
          <p>{t('setUp.emptyText')}</p>
        </div>
      )}
      {sites !== undefined && sites.length > 0 && (
        <ul className={styles.list}>
          {sites.map((site) => (
            <Row key={site.id} site={site} />
          ))}
        </ul>
      )}
      {sites !== undefined && (
        <div className={styles.sample}>
          <SampleCard />
        </div>
      )}
      {isNew && <NewSite onClose={() => setNew(false)} />}
    </>
  );
}

function Row({ site }: { site: SetUpSitesQuery['editedSites'][number] }) {
  const { t } = useText();
  return (
    <li>
      <Link className={styles.row} to="/settings/sites/$siteId" params={{ siteId: String(site.id) }}>
        <span className={styles.name}>{site.name}</span>
        <span className={styles.place}>
          {site.city !== null && `${site.city} · `}
          <bdi>{site.timezone}</bdi>
        </span>
        <span className={styles.counts}>
          {t('setUp.counts', { zones: site.zones, doors: site.passages, devices: site.devices })}
        </span>
      </Link>
    </li>
  );
}
