import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { isCurrent, phonePlaces } from '../places.ts';
import { useVisiblePlaces } from '../sections.ts';
import styles from './bottom-bar.module.css';

/** Main places on phones; "More" contains the others. */
export function BottomBar({ onMore, onBookmarks }: { onMore: () => void; onBookmarks: () => void }) {
  const { t } = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = useVisiblePlaces(phonePlaces);
  return (
    <nav className={styles.bar} aria-label={t('shell.main')}>
      {shown.map((link) => (
        <Link
          key={link.label}
          to={link.path}
          className={styles.place}
          data-current={isCurrent(link, path)}
          aria-current={isCurrent(link, path) ? 'true' : undefined}
        >
          <Icon name={link.icon} size={20} />
          {t(link.label)}
        </Link>
      ))}
      <button type="button" className={styles.place} onClick={onBookmarks}>
        <Icon name="bookmark" size={20} />
        {t('bookmarks.list')}
      </button>
      <button type="button" className={styles.place} onClick={onMore}>
        <Icon name="more" size={20} />
        {t('shell.more')}
      </button>
    </nav>
  );
}
