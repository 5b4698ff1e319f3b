import type { ReactNode } from 'react';
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
