/** A page of a list that goes on after a cursor. */
export interface LogPage<Entry> {
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Entry[];
}

/** As much as was read of a list, newest first, and how many there are. */
export interface ReadLog<Entry> {
  readonly count: number;
  readonly nodes: readonly Entry[];
}

/** The greatest value can stand on any page: all are read, up to this many of a hundred entries. */
export const mostPages = 5;

/**
 * Reads a list page by page. An entry that slid onto the next page because newer ones came while reading is taken once.
 * Rejects as soon as a page does.
 */
export async function readPages<Entry extends { readonly id: number }>(
  pageAfter: (cursor: string | null) => Promise<LogPage<Entry>>,
): Promise<ReadLog<Entry>> {
  const found = new Map<number, Entry>();
  let cursor: string | null = null;
  let count = 0;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await pageAfter(cursor);
    count = page.count;
    for (const node of page.nodes) found.set(node.id, node);
    cursor = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || cursor === null) break;
  }
  return { count, nodes: [...found.values()] };
}
