export { addressOf } from './address-of.ts';
export { BookmarkList } from './bookmark-list.tsx';
export { PinButton } from './pin-button.tsx';
export { type Bookmark, useBookmarks } from './use-bookmarks.ts';
