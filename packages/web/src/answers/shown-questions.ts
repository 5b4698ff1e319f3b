import type { RawQuery } from '@atrium/domain/measurements';
import { keyOf } from './answer-cache.ts';

/** Questions whose answers are on screen, with reference counts. */
export interface ShownQuestions {
  has(key: string): boolean;
  all(): readonly RawQuery[];
  /** Registers questions until the returned function is called. */
  show(queries: readonly RawQuery[]): () => void;
}

export function shownQuestions(): ShownQuestions {
  const shown = new Map<string, { readonly query: RawQuery; times: number }>();
  return {
    has: (key) => shown.has(key),
    all: () => [...shown.values()].map(({ query }) => query),
    show(queries) {
      for (const query of queries) {
        const one = shown.get(keyOf(query)) ?? { query, times: 0 };
        one.times++;
        shown.set(keyOf(query), one);
      }
      return () => {
        for (const query of queries) {
          const one = shown.get(keyOf(query));
          if (one !== undefined && --one.times === 0) shown.delete(keyOf(query));
        }
      };
    },
  };
}
