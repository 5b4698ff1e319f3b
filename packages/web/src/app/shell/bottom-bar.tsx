import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organisation/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './bottom-bar.module.css';
import { isCurrent, phoneLinks } from './links.ts';

/** The phone's main places; the rest is behind 'More'. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { say } = useText();
  const viewer = useViewer();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = phoneLinks.filter(({ right }) => right === undefined || mayDo(viewer, right));
  return (
    <nav className={styles.bar} aria-label={say('shell.main')}>
      {shown.map((link) => (
        <Link
          key={link.label}
          to={link.to}
          className={styles.place}
          data-current={isCurrent(link, path)}
          aria-current={isCurrent(link, path) ? 'true' : undefined}
        >
          <Icon name={link.icon} size={20} />
          {say(link.label)}
        </Link>
      ))}
      <button type="button" className={styles.place} onClick={onMore}>
        <Icon name="more" size={20} />
        {say('shell.more')}
      </button>
    </nav>
  );
}
