import { Link, useRouterState } from '@tanstack/react-router';
import { session } from '../../../access/index.ts';
import { useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../organisation/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { dashboardLinks, isCurrent } from '../links.ts';
import styles from './sidebar.module.css';
import { SidebarSites } from './sidebar-sites.tsx';

/** Pages by section, the sites with how many are inside, and the way out at the bottom. `onNavigate`: a link was followed. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { say } = useText();
  const viewer = useViewer();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = dashboardLinks.filter(({ right }) => right === undefined || mayDo(viewer, right));
  return (
    <div className={styles.sidebar}>
      <nav className={styles.sections} aria-label={say('shell.navigation')}>
        <h2 className={styles.head}>{say('shell.dashboards')}</h2>
        <ul className={styles.list}>
          {shown.map((link) => (
            <li key={link.label}>
              <Link
                to={link.to}
                className={styles.row}
                data-current={isCurrent(link, path)}
                aria-current={isCurrent(link, path) ? 'page' : undefined}
                onClick={onNavigate}
              >
                <Icon name={link.icon} />
                <span className={styles.text}>{say(link.label)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <SidebarSites onNavigate={onNavigate} />
      </nav>
      <button type="button" className={styles.row} onClick={() => void session.leave()}>
        <Icon name="logout" />
        <span className={styles.text}>{say('app.logout')}</span>
      </button>
    </div>
  );
}
