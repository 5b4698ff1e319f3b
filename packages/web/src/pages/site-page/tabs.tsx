import { encodeFilters, type FilterState, siteTabs } from '@atrium/domain/pages';
import { Link, useRouter } from '@tanstack/react-router';
import { type MessageId, useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';

export type SectionName = 'counting' | 'atmosphere' | 'energy';

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
  const own = Object.values(siteTabs).filter(
    (tab) => tab.section === section && exists(`/${section}/$installationId${tab.path}`),
  );
  return (
    <>
      {own.map((tab) => (
        <Link
          key={tab.path}
          to={`/${section}/${installationId}${tab.path}` as never}
          search={search}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles.tab}
          activeProps={{ 'data-current': true }}
        >
          {t(`sitePage.tab.${tab.path === '' ? 'overview' : tab.path.slice(1)}` as MessageId)}
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
    </>
  );
}
