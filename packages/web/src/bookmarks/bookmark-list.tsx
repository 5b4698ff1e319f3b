import { lazy, Suspense, useId, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { Icon } from '../ui/icons/index.ts';
import styles from './bookmark-list.module.css';
import { BookmarkRow } from './bookmark-row.tsx';
import { type Bookmark, useBookmarks } from './use-bookmarks.ts';

/** Dragging comes in a chunk of its own: only lists of more than one need it, and no first screen does. */
const SortableRows = lazy(() => import('./sortable-rows.tsx').then((module) => ({ default: module.SortableRows })));

const foldedKey = 'atrium.bookmarks.folded';

/** The viewer's bookmarks: opened, renamed, deleted, and put in another order. `onNavigate`: a link was followed. */
export function BookmarkList({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { t } = useText();
  const id = useId();
  const bookmarks = useBookmarks();
  const [isFolded, setFolded] = useState(() => localStorage.getItem(foldedKey) === '1');
  const [renamed, setRenamed] = useState<Bookmark['id'] | null>(null);
  const list = bookmarks.list ?? [];

  function fold() {
    localStorage.setItem(foldedKey, isFolded ? '0' : '1');
    setFolded(!isFolded);
  }

  const rowOf = (bookmark: Bookmark) => ({
    bookmark,
    onNavigate,
    isRenaming: renamed === bookmark.id,
    setRenaming: (isRenaming: boolean) => setRenamed(isRenaming ? bookmark.id : null),
    rename: (title: string) => bookmarks.rename(bookmark.id, title),
    remove: () => bookmarks.remove(bookmark.id),
  });
  const fixed = (
    <ul className={styles.list}>
      {list.map((bookmark) => (
        <li key={bookmark.id}>
          <BookmarkRow {...rowOf(bookmark)} />
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-label={t('bookmarks.list')}>
      <h2 className={styles.head}>
        <button type="button" className={styles.fold} aria-expanded={!isFolded} aria-controls={id} onClick={fold}>
          {t('bookmarks.list')}
          <Icon name="chevronDown" size={14} className={isFolded ? styles.turned : undefined} />
        </button>
      </h2>
      <div id={id} hidden={isFolded}>
        {bookmarks.list?.length === 0 && <p className={styles.empty}>{t('bookmarks.none')}</p>}
        {list.length > 1 ? (
          <Suspense fallback={fixed}>
            <SortableRows list={list} rowOf={rowOf} onOrder={(next) => void bookmarks.reorder(next)} />
          </Suspense>
        ) : (
          fixed
        )}
      </div>
    </section>
  );
}
