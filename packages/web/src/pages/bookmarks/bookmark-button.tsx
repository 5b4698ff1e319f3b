import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { useCurrentPageName } from '../../ui/page/page-header.tsx';
import styles from './bookmark-button.module.css';
import { toPageKey, useBookmarks } from './use-bookmarks.ts';

const NameDialog = lazyComponent(() => import('./name-dialog.tsx').then((module) => module.NameDialog));

/**
 * Bookmarks the page with its current filters, or removes the bookmark. `title` is the suggested name; by default that
 * of the page's subject.
 */
export function BookmarkButton({ title }: { title?: string }) {
  const { t } = useText();
  const pageName = useCurrentPageName();
  const bookmarks = useBookmarks();
  const [isNaming, setNaming] = useState(false);
  const url = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  const kept = bookmarks.list?.find((bookmark) => toPageKey(bookmark.url) === toPageKey(url));
  return (
    <>
      <Button
        icon="bookmark"
        className={styles.bookmark}
        aria-pressed={kept !== undefined}
        disabled={bookmarks.list === null}
        data-shortcut="bookmark"
        onClick={() => (kept === undefined ? setNaming(true) : void bookmarks.remove(kept.id))}
      >
        {t(kept === undefined ? 'bookmarks.add' : 'bookmarks.added')}
      </Button>
      {isNaming && (
        <NameDialog
          suggested={title ?? pageName ?? ''}
          onName={(name) => bookmarks.add(url, name)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
