import type { ApolloClient } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/numbers';
import { splitIntoDocuments } from '@atrium/domain/pages';
import {
  AnswersDocument,
  type AnswersQueryVariables,
  KeptAnswerDocument,
  type KeptAnswerQuery,
  type KeptAnswerQueryVariables,
} from './operations.generated.ts';
import {
  type Failed,
  failed,
  findErrorCode,
  findRetryAfter,
  type Outcome,
  type Ready,
  type SentAnswer,
  toReady,
} from './outcome.ts';
import { getRetryDelayMs, maxRetries } from './overload.ts';

/** Returns the cache key of a question and its answer. */
export const toKey = (query: RawQuery) => JSON.stringify(query);

/** Maximum number of cached answers that nothing shows. */
const maxIdleAnswers = 400;

/** The answers in the client's cache, each under its own question. */
interface AnswerCache {
  read(query: RawQuery): Ready | null;
  keep(answers: readonly (readonly [query: RawQuery, answer: SentAnswer])[]): void;
  drop(query: RawQuery): void;
  /** Evicts the oldest hidden answers beyond the maximum. */
  trim(isShown: (key: string) => boolean): void;
}

function createAnswerCache({ cache }: ApolloClient): AnswerCache {
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

/** A client's answers, shared by all components. */
export interface CachedAnswers extends Pick<ShownQuestions, 'show'> {
  /** Returns the answer or failure; null while unknown. */
  outcome(query: RawQuery): Outcome | null;
  /** Fetches these again. Batches all calls of a tick into one request and skips pending questions. */
  ask(queries: readonly RawQuery[]): void;
  /** Fetches all shown questions again, after the viewer's rights changed. */
  askShown(): void;
  /** Drops failures that may be outdated. */
  forget(queries: readonly RawQuery[]): void;
  /** Retries the failed questions. Until then they count as unknown. */
  retry(queries: readonly RawQuery[]): void;
  subscribe(listener: () => void): () => void;
  version(): number;
}

const answersByClient = new WeakMap<ApolloClient, CachedAnswers>();

export function getCachedAnswers(client: ApolloClient): CachedAnswers {
  const known = answersByClient.get(client) ?? createCachedAnswers(client);
  answersByClient.set(client, known);
  return known;
}

/** Codes that mean lost access. Cached answers are dropped then. */
const accessLostCodes: ReadonlySet<string | null> = new Set(['FORBIDDEN', 'NOT_FOUND']);

function createCachedAnswers(client: ApolloClient): CachedAnswers {
  const cache = createAnswerCache(client);
  const shown = createShownQuestions();
  const failures = new Map<string, Failed>();
  const onTheirWay = new Set<string>();
  const listeners = new Set<() => void>();
  let gathered: RawQuery[] = [];
  let version = 0;

  function tell(): void {
    version++;
    for (const listener of listeners) listener();
  }

  function settle(queries: readonly RawQuery[], outcomes: readonly (SentAnswer | Failed)[]): void {
    const answers: (readonly [RawQuery, SentAnswer])[] = [];
    for (const [place, query] of queries.entries()) {
      const outcome = outcomes[place] as SentAnswer | Failed;
      onTheirWay.delete(toKey(query));
      failures.delete(toKey(query));
      if (!('state' in outcome)) answers.push([query, outcome]);
      else {
        failures.set(toKey(query), outcome);
        if (accessLostCodes.has(outcome.code)) cache.drop(query);
      }
    }
    cache.keep(answers);
    cache.trim(shown.has);
    tell();
  }

  function send(): void {
    const all = gathered;
    gathered = [];
    for (const part of splitIntoDocuments(all)) void askUntilAnswered(client, part, settle);
  }

  function ask(queries: readonly RawQuery[]): void {
    for (const query of queries) {
      if (onTheirWay.has(toKey(query))) continue;
      onTheirWay.add(toKey(query));
      if (gathered.push(query) === 1) queueMicrotask(send);
    }
  }

  // A failed refetch keeps the last known answer.
  const outcome = (query: RawQuery) => cache.read(query) ?? failures.get(toKey(query)) ?? null;
  const forget = (queries: readonly RawQuery[]) => {
    for (const query of queries) failures.delete(toKey(query));
  };

  return {
    outcome,
    ask,
    forget,
    askShown: () => ask(shown.all()),
    retry(queries) {
      const again = queries.filter((query) => outcome(query)?.state === 'failed');
      forget(again);
      ask(again);
      tell();
    },
    show: shown.show,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}

/** Settles what the server answered, and sends the questions again that it was too busy for. */
async function askUntilAnswered(
  client: ApolloClient,
  queries: readonly RawQuery[],
  settle: (queries: readonly RawQuery[], outcomes: readonly (SentAnswer | Failed)[]) => void,
  attempt = 0,
): Promise<void> {
  const outcomes = await askBatch(client, queries);
  const refused = new Map<RawQuery, number>();
  const settled = new Map<RawQuery, SentAnswer | Failed>();
  for (const [place, query] of queries.entries()) {
    const outcome = outcomes[place] as SentAnswer | Failed;
    const isRefused = 'state' in outcome && outcome.code === 'OVERLOADED' && attempt < maxRetries;
    if (isRefused) refused.set(query, outcome.retryAfter ?? 0);
    else settled.set(query, outcome);
  }
  if (settled.size > 0) settle([...settled.keys()], [...settled.values()]);
  if (refused.size === 0) return;
  const waitMs = getRetryDelayMs(attempt, Math.max(...refused.values()));
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await askUntilAnswered(client, [...refused.keys()], settle, attempt + 1);
}

/**
 * Sends questions in one request and returns their outcomes in order. The server answers or refuses each by itself.
 * Splits a document that is too costly in halves. `askUntilAnswered` repeats what an overloaded server refuses, so the request
 * itself is sent once.
 */
async function askBatch(client: ApolloClient, queries: readonly RawQuery[]): Promise<readonly (SentAnswer | Failed)[]> {
  const variables = { queries } as unknown as AnswersQueryVariables;
  try {
    const { data } = await client.query({
      query: AnswersDocument,
      variables,
      fetchPolicy: 'no-cache',
      context: { isSentOnce: true },
    });
    return queries.map((_, place) => {
      const { answer, refusal } = data?.answers[place] ?? {};
      return answer ?? failed(refusal?.code ?? null, refusal?.reason as Failed['reason'], refusal?.retryAfter);
    });
  } catch (error) {
    const code = findErrorCode(error);
    if (code !== 'TOO_EXPENSIVE' || queries.length === 1)
      return queries.map(() => failed(code, null, findRetryAfter(error)));
    // In sequence: in parallel they would cost as much as before.
    const half = Math.ceil(queries.length / 2);
    return [...(await askBatch(client, queries.slice(0, half))), ...(await askBatch(client, queries.slice(half)))];
  }
}

/** Questions whose answers are on screen, with reference counts. */
interface ShownQuestions {
  has(key: string): boolean;
  all(): readonly RawQuery[];
  /** Registers questions until the returned function is called. */
  show(queries: readonly RawQuery[]): () => void;
}

function createShownQuestions(): ShownQuestions {
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
