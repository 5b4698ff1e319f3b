import { Link, useRouterState } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organisation/index.ts';
import { IconButton } from '../../ui/form/index.ts';
import { Logo } from '../../ui/icons/index.ts';
import styles from './header.module.css';
import { isCurrent, mainLinks } from './links.ts';
import { ViewerMenu } from './viewer-menu.tsx';

/** `onMenu` opens the sidebar where the window is too narrow to show it; null where it stands beside the page. */
export function Header({ onMenu }: { onMenu: (() => void) | null }) {
  const { say } = useText();
  const viewer = useViewer();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = mainLinks.filter(({ right }) => right === undefined || mayDo(viewer, right));
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        {onMenu !== null && <IconButton icon="menu" label={say('shell.openMenu')} onClick={onMenu} />}
        <Link to={landing} className={styles.home}>
          {viewer.organization.logo === null ? (
            <Logo />
          ) : (
            <img className={styles.logo} src={viewer.organization.logo} alt="" />
          )}
          <span className={styles.product}>{say('app.name')}</span>
        </Link>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <span className={styles.organization} title={viewer.organization.name}>
          {viewer.organization.name}
        </span>
      </div>
      <nav className={styles.links} aria-label={say('shell.main')}>
        {shown.map((link) => (
          <Link
            key={link.label}
            to={link.to}
            className={styles.link}
            data-current={isCurrent(link, path)}
            aria-current={isCurrent(link, path) ? 'true' : undefined}
          >
            {say(link.label)}
          </Link>
        ))}
      </nav>
      <ViewerMenu />
    </header>
  );
}
