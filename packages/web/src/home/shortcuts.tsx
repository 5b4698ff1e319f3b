import { Link } from '@tanstack/react-router';
import { parseAddress, useBookmarks } from '../bookmarks/index.ts';
import { type MessageId, useText } from '../i18n/index.ts';
import { usePages } from '../organization/index.ts';
import { Icon, type IconName } from '../ui/icons/index.ts';
import styles from './home.module.css';

export interface ShortcutsProps {
  /** Pages that the shell offers to this viewer. */
  readonly places: readonly { readonly path: string; readonly label: MessageId; readonly icon: IconName }[];
}

/** Maximum number of bookmarks; the sidebar has all of them. */
const maxBookmarks = 6;

export function Shortcuts({ places }: ShortcutsProps) {
  const { t } = useText();
  const { list } = useBookmarks();
  const leadsTo = usePages();
  return (
    <section className={styles.panel} aria-labelledby="home-shortcuts">
      <h2 id="home-shortcuts" className={styles.heading}>
        {t('home.shortcuts')}
      </h2>
      <ul className={styles.ways}>
        {places.map((place) => (
          <li key={place.path}>
            <Link to={place.path} className={styles.way}>
              <Icon name={place.icon} />
              {t(place.label)}
            </Link>
          </li>
        ))}
        {list
          ?.filter(({ url }) => leadsTo(url) !== false)
          .slice(0, maxBookmarks)
          .map((bookmark) => (
            <li key={bookmark.id}>
              <Link {...parseAddress(bookmark.url)} target={bookmark.target} className={styles.way}>
                <Icon name="bookmark" />
                <span className={styles.text}>{bookmark.title}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
