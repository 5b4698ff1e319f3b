export { addressOf } from './address-of.ts';
export { BookmarkButton } from './bookmark-button.tsx';
export { BookmarkList } from './bookmark-list.tsx';
export { type Bookmark, useBookmarks } from './use-bookmarks.ts';
