import { encodeFilters, type FilterState } from '@atrium/domain/dashboards';
import { Link, useRouter } from '@tanstack/react-router';
import { type MessageId, useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';

export type SectionName = 'counting' | 'atmosphere' | 'energy';

/** The tabs of each section. Each is a sub-route; the first has the section's own path. */
const tabs: Record<SectionName, readonly { readonly path: string; readonly label: MessageId }[]> = {
  counting: [
    { path: '', label: 'sitePage.tab.overview' },
    { path: '/flow', label: 'sitePage.tab.flow' },
    { path: '/sensors', label: 'sitePage.tab.sensors' },
  ],
  atmosphere: [
    { path: '', label: 'sitePage.tab.overview' },
    { path: '/rooms', label: 'sitePage.tab.rooms' },
  ],
  energy: [
    { path: '', label: 'sitePage.tab.overview' },
    { path: '/uses', label: 'sitePage.tab.uses' },
  ],
};

interface TabsProps {
  readonly installationId: number;
  readonly section: SectionName;
  readonly sections: ReadonlySet<SectionName>;
  readonly filters: FilterState;
}

/**
 * Shows the section's pages, then the site's other sections. Links carry the filters, including changes not yet in the
 * URL. Pages missing from this build are hidden.
 */
export function Tabs({ installationId, section, sections, filters }: TabsProps) {
  const search = encodeFilters(filters) as never;
  const { t } = useText();
  const { routesByPath } = useRouter();
  const exists = (path: string) => Object.hasOwn(routesByPath, path);
  const others = (['counting', 'atmosphere', 'energy'] as const).filter(
    (each) => each !== section && sections.has(each) && exists(`/${each}/$installationId`),
  );
  const own = tabs[section].filter(({ path }) => exists(`/${section}/$installationId${path}`));
  return (
    <nav className={styles.tabs} aria-label={t('sitePage.tabs')}>
      {own.map((tab) => (
        <Link
          key={tab.path}
          to={`/${section}/${installationId}${tab.path}` as never}
          search={search}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
          activeProps={{ 'data-current': true }}
        >
          {t(tab.label)}
        </Link>
      ))}
      {others.map((other, index) => (
        <Link
          key={other}
          to={`/${other}/${installationId}` as never}
          search={search}
          className={styles.tab}
          data-first={index === 0 || undefined}
        >
          {t(`shell.${other}`)}
        </Link>
      ))}
    </nav>
  );
}
