export { addressOf } from './address-of.ts';
export { BookmarkButton } from './bookmark-button.tsx';
export { type Bookmark, useBookmarks } from './use-bookmarks.ts';
