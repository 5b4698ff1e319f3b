import { useQuery } from '@apollo/client/react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { usePages, useViewer } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { PageIcon } from '../../ui/icons/page-icon.tsx';
import { buildSidebarLinks, type SidebarLink } from './custom-link-list.ts';
import { SidebarDashboardsDocument } from './operations.generated.ts';
import styles from './sidebar.module.css';

/** Custom dashboards and the organization's own links. Renders nothing if there are none. */
export function CustomLinks({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { t } = useText();
  const viewer = useViewer();
  const { data } = useQuery(SidebarDashboardsDocument);
  const leadsTo = usePages();
  const links = buildSidebarLinks(data?.allDashboardsV2 ?? [], viewer.customLinks, location.origin).filter(
    ({ url, opens }) => opens !== 'product' || leadsTo(url),
  );
  if (links.length === 0) return null;
  return (
    <>
      <h2 className={styles.head}>{t('shell.customPages')}</h2>
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={`${link.url} ${link.text}`}>
            <CustomLink link={link} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CustomLink({ link, onNavigate }: { link: SidebarLink; onNavigate: (() => void) | undefined }) {
  const { t } = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const inside = (
    <>
      {link.iconSrc === null ? (
        <PageIcon name={link.icon} />
      ) : (
        <img className={styles.picture} src={link.iconSrc} alt="" />
      )}
      <span className={styles.text}>{link.text}</span>
      {link.opens === 'new tab' && (
        <>
          <Icon name="external" size={14} />
          <span className="visually-hidden">{t('shell.newTab')}</span>
        </>
      )}
    </>
  );
  if (link.opens === 'product') {
    const isHere = path === link.url;
    return (
      <Link
        to={link.url}
        className={styles.row}
        data-current={isHere}
        aria-current={isHere ? 'page' : undefined}
        onClick={onNavigate}
      >
        {inside}
      </Link>
    );
  }
  const elsewhere = link.opens === 'new tab' ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a href={link.url} className={styles.row} {...elsewhere}>
      {inside}
    </a>
  );
}
