import { useMutation, useQuery } from '@apollo/client/react';
import { defaultParseSearch } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  AddBookmarkDocument,
  BookmarksDocument,
  type BookmarksQuery,
  DeleteBookmarkDocument,
  RenameBookmarkDocument,
  ReorderBookmarksDocument,
} from './operations.generated.ts';

export type Bookmark = BookmarksQuery['me']['pinnedUrls'][number];

export interface Bookmarks {
  /** In order; null until loaded. */
  readonly list: readonly Bookmark[] | null;
  /** Each resolves to whether it succeeded, reports its errors and refetches the list. */
  add(url: string, title: string): Promise<boolean>;
  rename(id: number, title: string): Promise<boolean>;
  remove(id: number): Promise<boolean>;
  reorder(list: readonly Bookmark[]): Promise<boolean>;
}

/** The viewer's bookmarks. */
export function useBookmarks(): Bookmarks {
  const { t } = useText();
  const { data, client } = useQuery(BookmarksDocument, { fetchPolicy: 'cache-first' });
  const again = { refetchQueries: [BookmarksDocument], awaitRefetchQueries: true };
  const [add] = useMutation(AddBookmarkDocument, again);
  const [rename] = useMutation(RenameBookmarkDocument, again);
  const [remove] = useMutation(DeleteBookmarkDocument, again);
  const [reorder] = useMutation(ReorderBookmarksDocument, again);

  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch {
      showToast('error', t('bookmarks.failed'));
      return false;
    }
  }

  return {
    list: data ? [...data.me.pinnedUrls].sort((one, other) => one.order - other.order) : null,
    add: (url, title) => attempt(() => add({ variables: { url, title } })),
    rename: (id, title) => attempt(() => rename({ variables: { id, title } })),
    remove: (id) => attempt(() => remove({ variables: { id } })),
    async reorder(list) {
      const before = client.readQuery({ query: BookmarksDocument });
      // Optimistic, so that a dropped row does not jump back and forth.
      if (before !== null) {
        const pinnedUrls = list.map((bookmark, order) => ({ ...bookmark, order }));
        client.writeQuery({ query: BookmarksDocument, data: { me: { ...before.me, pinnedUrls } } });
      }
      const done = await attempt(() => reorder({ variables: { ids: list.map(({ id }) => id) } }));
      if (!done && before !== null) client.writeQuery({ query: BookmarksDocument, data: before });
      return done;
    },
  };
}

/**
 * Normalizes an address for comparison: ignores the order of filters and a trailing slash. `url` is a path with its
 * query.
 */
export function toPageKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://product.invalid');
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted();
  return [pathname.replace(/(.)\/$/, '$1'), ...query].join('\n');
}

/** Splits a path with its query by the router's own rules, so that filters round-trip unchanged. */
export function parseAddress(url: string): { to: string; search: never; hash: string } {
  const { pathname, search, hash } = new URL(url, location.origin);
  return { to: pathname, search: defaultParseSearch(search) as never, hash: hash.slice(1) };
}
