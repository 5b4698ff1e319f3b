import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useUnsavedChanges } from '../../ui/leaving/exit-state.ts';
import styles from './bookmark-list.module.css';
import type { Bookmark } from './use-bookmarks.ts';

interface RenamingProps {
  readonly bookmark: Bookmark;
  rename(title: string): Promise<boolean>;
  onDone(): void;
}

/** Enter saves the new name, Escape cancels. Leaving the page asks first. */
export function Renaming({ bookmark, rename, onDone }: RenamingProps) {
  const { t } = useText();
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
      // Keeps a surrounding drawer open.
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
        aria-label={t('bookmarks.title')}
        aria-invalid={wanted === ''}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <button
        type="button"
        className={styles.tool}
        aria-label={t('bookmarks.save')}
        disabled={wanted === ''}
        onClick={() => void save()}
      >
        <Icon name="check" size={14} />
      </button>
      <button type="button" className={styles.tool} aria-label={t('app.cancel')} onClick={onDone}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
