export { BookmarkButton } from './bookmark-button.tsx';
export { type Bookmark, parseAddress, useBookmarks } from './use-bookmarks.ts';
