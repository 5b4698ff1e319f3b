import type { ReactNode } from 'react';
import type { Bookmark } from './use-bookmarks.ts';

export interface BookmarkRowProps {
  readonly bookmark: Bookmark;
  readonly onNavigate?: (() => void) | undefined;
  /** State of the list, because rows remount when they become draggable. */
  readonly isRenaming: boolean;
  setRenaming(isRenaming: boolean): void;
  rename(title: string): Promise<boolean>;
  remove(): Promise<boolean>;
  /** Drag handle. */
  readonly handle?: ReactNode;
}
