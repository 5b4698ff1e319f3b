import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { usePages } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import styles from './bookmark-list.module.css';
import { type Bookmark, parseAddress, toPageKey } from './use-bookmarks.ts';

/** Loads when a bookmark is renamed. */
const Renaming = lazyComponent(() => import('./renaming.tsx').then((module) => module.Renaming));

export function BookmarkRow(props: BookmarkRowProps) {
  const { isRenaming, setRenaming } = props;
  const resting = <StaticRow {...props} onRename={() => setRenaming(true)} />;
  return isRenaming ? <Renaming {...props} onDone={() => setRenaming(false)} waiting={resting} /> : resting;
}

function StaticRow({ bookmark, onNavigate, remove, handle, onRename }: BookmarkRowProps & { onRename: () => void }) {
  const { t } = useText();
  const { title, url, target } = bookmark;
  const here = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  const isHere = toPageKey(url) === toPageKey(here);
  const look = {
    className: styles.row,
    'data-current': isHere,
    'aria-current': isHere ? ('page' as const) : undefined,
  };
  const inside = (
    <>
      <Icon name="bookmark" />
      <span className={styles.text}>{title}</span>
    </>
  );
  const leadsTo = usePages();
  return (
    <div className={styles.holder}>
      {leadsTo(url) === false ? (
        <span className={styles.row} title={t('bookmarks.closed')}>
          {inside}
        </span>
      ) : target === '_blank' ? (
        <a href={url} target="_blank" rel="noopener" {...look}>
          {inside}
        </a>
      ) : (
        <Link {...parseAddress(url)} {...look} onClick={onNavigate}>
          {inside}
        </Link>
      )}
      <span className={styles.tools}>
        {handle}
        <button type="button" className={styles.tool} aria-label={t('bookmarks.rename', { title })} onClick={onRename}>
          <Icon name="pencil" size={14} />
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label={t('bookmarks.delete', { title })}
          onClick={() => void remove()}
        >
          <Icon name="trash" size={14} />
        </button>
      </span>
    </div>
  );
}

export interface BookmarkRowProps {
  readonly bookmark: Bookmark;
  readonly onNavigate?: (() => void) | undefined;
  /** The list holds this state, because rows remount when they become draggable. */
  readonly isRenaming: boolean;
  setRenaming(isRenaming: boolean): void;
  rename(title: string): Promise<boolean>;
  remove(): Promise<boolean>;
  readonly handle?: ReactNode;
}
