import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPages, maxPages } from './use-alert-log.ts';

const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ id: count - index }));

/** Fake paginated list. A cursor is the id after which it continues. */
function server(list: () => readonly { readonly id: number }[], size: number) {
  let asked = 0;
  const pageAfter = async (cursor: string | null) => {
    asked++;
    const all = list();
    const from = cursor === null ? 0 : all.findIndex(({ id }) => id < Number(cursor));
    const nodes = from < 0 ? [] : all.slice(from, from + size);
    const endCursor = nodes.length === 0 ? null : String(nodes.at(-1)?.id);
    return {
      count: all.length,
      nodes,
      pageInfo: { endCursor, hasNextPage: from >= 0 && from + size < all.length },
    };
  };
  return { pageAfter, asked: () => asked };
}

describe('the pages of the alert log', () => {
  it('are read to the end, each entry once, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(24), fc.integer({ min: 5, max: 9 }), async (count, size) => {
        const list = entries(count);
        const { pageAfter, asked } = server(() => list, size);
        expect(await loadPages(pageAfter)).toEqual({ count, nodes: list });
        expect(asked()).toBe(Math.max(1, Math.ceil(count / size)));
      }),
    );
  });

  it('are not read without end: the newest are there, and how many there are', async () => {
    const list = entries(100);
    const { pageAfter, asked } = server(() => list, 4);
    const read = await loadPages(pageAfter);
    expect(read).toEqual({ count: 100, nodes: list.slice(0, 4 * maxPages) });
    expect(asked()).toBe(maxPages);
  });

  it('reject when one of them does', async () => {
    const list = entries(10);
    const { pageAfter } = server(() => list, 4);
    const failing = (cursor: string | null) =>
      cursor === null ? pageAfter(cursor) : Promise.reject(new Error('gone'));
    await expect(loadPages(failing)).rejects.toThrow('gone');
  });
});
