import { useQuery } from '@apollo/client/react';
import { countsPeople, toSectionEvent } from '@atrium/domain/pages';
import { listOutline, toCalendar } from '@atrium/domain/sites';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { maxPlainOptions } from '../../ui/choice/search-entries.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { SidebarSitesDocument, type SidebarSitesQuery } from './operations.generated.ts';
import styles from './sidebar.module.css';
import { SiteRows, type TopZone } from './site-row.tsx';

type Site = SidebarSitesQuery['allInstallations'][number];

/** Small organizations do not load it. */
const ManySites = lazyComponent(() => import('./many-sites.tsx').then((part) => part.ManySites));

interface SidebarSitesProps {
  readonly onNavigate: (() => void) | undefined;
  /** What stands below. Hidden until the number of sites is known, so that it appears in its final place. */
  readonly children?: ReactNode;
}

/** Sites by name, each with the people inside now. Many sites are searched instead of listed. */
export function SidebarSites({ onNavigate, children }: SidebarSitesProps) {
  const { t, locale } = useText();
  const { data, error, refetch } = useQuery(SidebarSitesDocument);
  const failed = error !== undefined && data === undefined;
  const sites = useMemo(
    () =>
      data?.allInstallations
        .filter((site) => countsPeople(site.events.map(toSectionEvent), Date.now()))
        .map((site) => ({ ...site, topZones: topZonesOf(site), calendar: toCalendar(site) }))
        .sort((one, other) => one.name.localeCompare(other.name, locale)),
    [data, locale],
  );
  return (
    <>
      <h2 className={styles.head}>
        {t('shell.sites')}
        <span>{t('shell.insideNow')}</span>
      </h2>
      {sites?.length === 0 && <p className={styles.empty}>{t('shell.noSites')}</p>}
      {failed && (
        <p className={styles.empty}>
          {t('shell.sitesFailed')}{' '}
          <button type="button" className={styles.again} onClick={() => void retryQuery(refetch)}>
            {t('app.tryAgain')}
          </button>
        </p>
      )}
      {sites !== undefined && sites.length > maxPlainOptions ? (
        <ManySites sites={sites} onNavigate={onNavigate} waiting={<SkeletonRows />} />
      ) : (
        <ul className={styles.list} aria-busy={sites === undefined && !failed}>
          {sites !== undefined && <SiteRows sites={sites} onNavigate={onNavigate} />}
          {sites === undefined && !failed && <SkeletonRows />}
        </ul>
      )}
      <div hidden={sites === undefined && !failed}>{children}</div>
    </>
  );
}

function SkeletonRows() {
  return Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content are all alike
    <li key={row} className={styles.row}>
      <span className={styles.state}>
        <span className={styles.unknown} />
      </span>
      <span className={styles.skeleton} />
    </li>
  ));
}

/** Zones without a parent; together they are the whole site. */
function topZonesOf(site: Site): TopZone[] {
  return listOutline(site.zones).map(({ id, limit }) => ({ id, limit }));
}
