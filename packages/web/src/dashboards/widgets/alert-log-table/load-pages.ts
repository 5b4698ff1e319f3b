/** One page of a cursor-paginated list. */
export interface LogPage<Entry> {
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Entry[];
}

/** The entries loaded, newest first, and the total count. */
export interface ReadLog<Entry> {
  readonly count: number;
  readonly nodes: readonly Entry[];
}

/** The highest value may be on any page, so all are loaded, up to this many pages of 100. */
export const maxPages = 5;

/**
 * Loads a list page by page. Deduplicates entries that move to the next page because newer ones arrive meanwhile.
 * Rejects with the first page that fails.
 */
export async function loadPages<Entry extends { readonly id: number }>(
  pageAfter: (cursor: string | null) => Promise<LogPage<Entry>>,
): Promise<ReadLog<Entry>> {
  const found = new Map<number, Entry>();
  let cursor: string | null = null;
  let count = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await pageAfter(cursor);
    count = page.count;
    for (const node of page.nodes) found.set(node.id, node);
    cursor = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || cursor === null) break;
  }
  return { count, nodes: [...found.values()] };
}
