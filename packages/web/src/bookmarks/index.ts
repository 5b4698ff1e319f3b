export { BookmarkButton } from './bookmark-button.tsx';
export { parseAddress } from './parse-address.ts';
export { type Bookmark, useBookmarks } from './use-bookmarks.ts';
