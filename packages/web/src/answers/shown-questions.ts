import type { RawQuery } from '@atrium/domain/measurements';
import { toKey } from './answer-cache.ts';

/** Questions whose answers are on screen, with reference counts. */
export interface ShownQuestions {
  has(key: string): boolean;
  all(): readonly RawQuery[];
  /** Registers questions until the returned function is called. */
  show(queries: readonly RawQuery[]): () => void;
}

export function createShownQuestions(): ShownQuestions {
  const shown = new Map<string, { readonly query: RawQuery; times: number }>();
  return {
    has: (key) => shown.has(key),
    all: () => [...shown.values()].map(({ query }) => query),
    show(queries) {
      for (const query of queries) {
        const one = shown.get(toKey(query)) ?? { query, times: 0 };
        one.times++;
        shown.set(toKey(query), one);
      }
      return () => {
        for (const query of queries) {
          const one = shown.get(toKey(query));
          if (one !== undefined && --one.times === 0) shown.delete(toKey(query));
        }
      };
    },
  };
}
