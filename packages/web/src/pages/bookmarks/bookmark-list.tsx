import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './bookmark-list.module.css';
import { BookmarkRow } from './bookmark-row.tsx';
import type { SortableRows } from './sortable-rows.tsx';
import { type Bookmark, useBookmarks } from './use-bookmarks.ts';

/** Drag and drop loads when the pointer reaches a handle, or once the page is idle. */
const fetchDragging = () => import('./sortable-rows.tsx');

/** Delay (ms) until the page counts as idle. Touch has no hover, so drag and drop must load by then. */
const idleAfterMs = 5000;

/** Returns the focusable elements of the rows. */
const findControls = (rows: Element) => [...rows.querySelectorAll<HTMLElement>('a[href], button, input')];

const foldedKey = 'atrium.bookmarks.folded';

/** The viewer's bookmarks: open, rename, delete and reorder. `onNavigate` is called when a link is followed. */
export function BookmarkList({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { t } = useText();
  const id = useId();
  const bookmarks = useBookmarks();
  const [isFolded, setFolded] = useState(() => localStorage.getItem(foldedKey) === '1');
  const [renamed, setRenamed] = useState<Bookmark['id'] | null>(null);
  const list = bookmarks.list ?? [];
  const rows = useRef<HTMLDivElement>(null);
  /** The component for draggable rows, and the index of the control that had the focus before; null until loaded. */
  const [dragging, setDragging] = useState<readonly [typeof SortableRows, focused: number] | null>(null);
  const isFixed = list.length > 1 && dragging === null;
  useEffect(() => {
    const near = rows.current;
    // Does not replace the rows while a name is being edited.
    if (!isFixed || renamed !== null || near === null) return undefined;
    const left = new AbortController();
    const load = () =>
      void fetchDragging().then(
        (module) =>
          left.signal.aborted ||
          setDragging([module.SortableRows, findControls(near).indexOf(document.activeElement as HTMLElement)]),
        () => undefined,
      );
    // Only near a handle: a link must not be replaced while it is pressed.
    const reach = ({ target }: Event) => (target as Element).closest(`.${styles.handle}`) && load();
    near.addEventListener('pointerover', reach, left);
    near.addEventListener('focusin', reach, left);
    const timer = setTimeout(load, idleAfterMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isFixed, renamed]);
  const Draggable = dragging?.[0];
  useLayoutEffect(() => {
    if (dragging !== null && rows.current !== null)
      findControls(rows.current)[dragging[1]]?.focus({ preventScroll: true });
  }, [dragging]);

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
          <BookmarkRow
            {...rowOf(bookmark)}
            handle={
              list.length > 1 && (
                <button
                  type="button"
                  className={`${styles.tool} ${styles.handle}`}
                  aria-label={t('bookmarks.move', { title: bookmark.title })}
                >
                  <Icon name="drag" size={14} />
                </button>
              )
            }
          />
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
      <div id={id} hidden={isFolded} ref={rows}>
        {bookmarks.list?.length === 0 && <p className={styles.empty}>{t('bookmarks.none')}</p>}
        {list.length > 1 && Draggable !== undefined ? (
          <Draggable list={list} rowOf={rowOf} onOrder={(next) => void bookmarks.reorder(next)} />
        ) : (
          fixed
        )}
      </div>
    </section>
  );
}
