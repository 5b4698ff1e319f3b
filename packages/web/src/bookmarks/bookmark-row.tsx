import { Link, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { Icon } from '../ui/icons/index.ts';
import { useUnsavedChanges } from '../ui/leaving/index.ts';
import { addressOf } from './address-of.ts';
import styles from './bookmark-list.module.css';
import { pageKey } from './same-page.ts';
import type { Bookmark } from './use-bookmarks.ts';

export interface BookmarkRowProps {
  readonly bookmark: Bookmark;
  readonly onNavigate?: (() => void) | undefined;
  /** Kept by the list: its rows are made anew when they become sortable, and what was being typed must stay. */
  readonly isRenaming: boolean;
  setRenaming(isRenaming: boolean): void;
  rename(title: string): Promise<boolean>;
  remove(): Promise<boolean>;
  /** What a row is dragged by. */
  readonly handle?: ReactNode;
}

export function BookmarkRow(props: BookmarkRowProps) {
  const { isRenaming, setRenaming } = props;
  return isRenaming ? (
    <Renaming {...props} onDone={() => setRenaming(false)} />
  ) : (
    <Resting {...props} onRename={() => setRenaming(true)} />
  );
}

function Resting({ bookmark, onNavigate, remove, handle, onRename }: BookmarkRowProps & { onRename: () => void }) {
  const { say } = useText();
  const { title, url, target } = bookmark;
  const here = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  const isHere = pageKey(url) === pageKey(here);
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
  return (
    <div className={styles.holder}>
      {target === '_blank' ? (
        <a href={url} target="_blank" rel="noopener" {...look}>
          {inside}
        </a>
      ) : (
        <Link {...addressOf(url)} {...look} onClick={onNavigate}>
          {inside}
        </Link>
      )}
      <span className={styles.tools}>
        {handle}
        <button
          type="button"
          className={styles.tool}
          aria-label={say('bookmarks.rename', { title })}
          onClick={onRename}
        >
          <Icon name="pencil" size={14} />
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label={say('bookmarks.delete', { title })}
          onClick={() => void remove()}
        >
          <Icon name="trash" size={14} />
        </button>
      </span>
    </div>
  );
}

/** Enter keeps the new name, Escape the old one; leaving the page in between asks. */
function Renaming({ bookmark, rename, onDone }: BookmarkRowProps & { onDone: () => void }) {
  const { say } = useText();
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(bookmark.title);
  const wanted = title.trim();
  const isDirty = wanted !== bookmark.title;

  async function save(): Promise<boolean> {
    if (wanted === '') {
      field.current?.focus();
      return false;
    }
    const kept = !isDirty || (await rename(wanted));
    if (kept) onDone();
    return kept;
  }

  useUnsavedChanges({ isDirty, save, discard: onDone });
  useEffect(() => field.current?.select(), []);

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // The drawer around it stays open.
      event.preventDefault();
      event.stopPropagation();
      onDone();
    } else if (event.key === 'Enter') void save();
  }

  return (
    <div className={styles.renaming}>
      <input
        ref={field}
        className={styles.name}
        aria-label={say('bookmarks.title')}
        aria-invalid={wanted === ''}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <button
        type="button"
        className={styles.tool}
        aria-label={say('bookmarks.save')}
        disabled={wanted === ''}
        onClick={() => void save()}
      >
        <Icon name="check" size={14} />
      </button>
      <button type="button" className={styles.tool} aria-label={say('app.cancel')} onClick={onDone}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
