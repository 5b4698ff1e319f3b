import type { ApolloClient } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/numbers';
import { KeptAnswerDocument, type KeptAnswerQuery, type KeptAnswerQueryVariables } from './operations.generated.ts';
import { type Ready, type SentAnswer, toReady } from './outcome.ts';

/** Returns the cache key of a question and its answer. */
export const toKey = (query: RawQuery) => JSON.stringify(query);

/** Maximum number of cached answers that nothing shows. */
const maxIdleAnswers = 400;

/** The answers in the client's cache, each under its own question. */
export interface AnswerCache {
  read(query: RawQuery): Ready | null;
  keep(answers: readonly (readonly [query: RawQuery, answer: SentAnswer])[]): void;
  drop(query: RawQuery): void;
  /** Evicts the oldest hidden answers beyond the maximum. */
  trim(isShown: (key: string) => boolean): void;
}

export function createAnswerCache({ cache }: ApolloClient): AnswerCache {
  /** In insertion order, newest last. */
  const kept = new Map<string, RawQuery>();
  const documentOf = (query: RawQuery) => ({
    query: KeptAnswerDocument,
    variables: { query } as unknown as KeptAnswerQueryVariables,
  });
  const drop = (query: RawQuery) => {
    kept.delete(toKey(query));
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'retailData', args: { query } });
  };
  return {
    read(query) {
      const found = cache.readQuery<KeptAnswerQuery>(documentOf(query))?.retailData;
      return found ? toReady(found) : null;
    },
    keep(answers) {
      cache.batch({
        update: (open) => {
          for (const [query, retailData] of answers) {
            open.writeQuery<KeptAnswerQuery>({ ...documentOf(query), data: { retailData } });
            kept.delete(toKey(query));
            kept.set(toKey(query), query);
          }
        },
      });
    },
    drop,
    trim(isShown) {
      const idle = [...kept].filter(([key]) => !isShown(key));
      for (const [, query] of idle.slice(0, Math.max(0, idle.length - maxIdleAnswers))) drop(query);
    },
  };
}
