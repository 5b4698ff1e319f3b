import { useQuery } from '@apollo/client/react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { type CustomLink, usePages, useViewer } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { PageIcon } from '../../ui/icons/page-icon.tsx';
import { SidebarDashboardsDocument } from './operations.generated.ts';
import styles from './sidebar.module.css';

interface CustomLinksProps {
  readonly onNavigate: (() => void) | undefined;
  /** What stands below. Hidden until the links are known, so that it appears in its final place. */
  readonly children?: ReactNode;
}

/** Custom dashboards and the organization's own links, if there are any. */
export function CustomLinks({ onNavigate, children }: CustomLinksProps) {
  const { t } = useText();
  const viewer = useViewer();
  const { data, error } = useQuery(SidebarDashboardsDocument);
  const isKnown = data !== undefined || error !== undefined;
  const leadsTo = usePages();
  const links = buildSidebarLinks(data?.allDashboardsV2 ?? [], viewer.customLinks, location.origin).filter(
    ({ url, opens }) => opens !== 'product' || leadsTo(url),
  );
  return (
    <>
      {isKnown && links.length > 0 && (
        <>
          <h2 className={styles.head}>{t('shell.customPages')}</h2>
          <ul className={styles.list}>
            {links.map((link) => (
              <li key={`${link.url} ${link.text}`}>
                <SidebarLinkItem link={link} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div hidden={!isKnown}>{children}</div>
    </>
  );
}

function SidebarLinkItem({ link, onNavigate }: { link: SidebarLink; onNavigate: (() => void) | undefined }) {
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

interface SidebarLink {
  readonly text: string;
  readonly url: string;
  readonly iconSrc: string | null;
  /** Name of the page's icon. */
  readonly icon?: string | null;
  /** Navigates inside the app, in the same tab, or in a new tab. */
  readonly opens: 'product' | 'same tab' | 'new tab';
}

interface SidebarPage {
  readonly type: string;
  readonly name: string;
  readonly icon: string | null;
  readonly url: string;
}

/** Returns the sidebar's custom dashboards and custom links. Skips addresses that are not web pages. */
export function buildSidebarLinks(
  dashboards: readonly SidebarPage[],
  custom: readonly CustomLink[],
  origin: string,
): readonly SidebarLink[] {
  const pages = dashboards
    .filter(({ type }) => type === 'custom')
    .map(({ name, icon, url }): SidebarLink => ({ text: name, url, icon, iconSrc: null, opens: 'product' }));
  const links = custom.flatMap(({ text, url, iconSrc, openOutside }): SidebarLink[] => {
    if (!URL.canParse(url, origin)) return [];
    const address = new URL(url, origin);
    if (!/^https?:$/.test(address.protocol)) return [];
    if (openOutside) return [{ text, url: address.href, iconSrc, opens: 'new tab' }];
    if (address.origin !== origin) return [{ text, url: address.href, iconSrc, opens: 'same tab' }];
    // The router takes bare paths. The browser opens addresses with filters.
    const isPath = address.search === '' && address.hash === '';
    return [{ text, url: isPath ? address.pathname : address.href, iconSrc, opens: isPath ? 'product' : 'same tab' }];
  });
  return [...pages, ...links];
}
