import type { ApolloClient } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { Reason } from '@atrium/domain/core';
import { mostQuestionsAtOnce, readAnswer, readNotTold } from '@atrium/domain/dashboards';
import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import type { RawQuery } from '@atrium/domain/measurements';
import { parseQuery } from '@atrium/domain/measurements/parsing';
import { codeOf } from '../../counting/states.tsx';
import type { WidgetNumbersQuery } from '../operations.generated.ts';
import { batchDocument } from './batch-document.ts';

export type Outcome =
  | { readonly state: 'ready'; readonly answer: WidgetAnswer }
  | { readonly state: 'failed'; readonly code: string | null; readonly reason?: Reason };

/**
 * Answers in the order of the questions, all in one request. A question the server would refuse is not sent; one it
 * refuses nonetheless (a zone that is not the reader's) is left out and the others are asked again. What is too much
 * for one document is asked in halves; a server that is asked too much already is not asked again: it is the reader who
 * tries again.
 */
export async function askBatch(client: ApolloClient, queries: readonly RawQuery[]): Promise<readonly Outcome[]> {
  const outcomes: (Outcome | null)[] = queries.map((query) => {
    const parsed = parseQuery(query);
    return parsed.ok ? null : failed(parsed.error.code, parsed.error.reason);
  });
  const open = queries.map((query, place) => ({ query, place })).filter(({ place }) => outcomes[place] === null);
  const parts = Array.from({ length: Math.ceil(open.length / mostQuestionsAtOnce) }, (_, part) =>
    open.slice(part * mostQuestionsAtOnce, (part + 1) * mostQuestionsAtOnce),
  );
  await Promise.all(parts.map((part) => askPart(client, part, outcomes)));
  return outcomes.map((outcome) => outcome ?? { state: 'failed', code: null });
}

interface Asked {
  readonly query: RawQuery;
  readonly place: number;
}

async function askPart(client: ApolloClient, part: readonly Asked[], outcomes: (Outcome | null)[]): Promise<void> {
  let rest = part;
  while (rest.length > 0) {
    const { data, error } = await client.query<Record<string, WidgetNumbersQuery['retailData']>>({
      query: batchDocument(rest.length),
      variables: Object.fromEntries(rest.map(({ query }, index) => [`q${index}`, query])),
      fetchPolicy: 'no-cache',
      errorPolicy: 'all',
    });
    if (data) {
      for (const [index, { place }] of rest.entries()) outcomes[place] = outcomeOf(data[`a${index}`]);
      return;
    }
    if (codeOf(error) === 'TOO_EXPENSIVE' && rest.length > 1) {
      // One after the other: together they are as much as before.
      const half = Math.ceil(rest.length / 2);
      await askPart(client, rest.slice(0, half), outcomes);
      await askPart(client, rest.slice(half), outcomes);
      return;
    }
    const refused = isOverload(error) ? null : refusedOf(error);
    for (const [index, { place }] of rest.entries())
      if (refused === null || refused.has(index))
        outcomes[place] = refused?.get(index) ?? failed(isOverload(error) ? 'OVERLOADED' : codeOf(error));
    if (refused === null) return;
    rest = rest.filter((_, index) => !refused.has(index));
  }
}

function outcomeOf(raw: WidgetNumbersQuery['retailData'] | undefined): Outcome {
  if (!raw) return { state: 'failed', code: null };
  const { granularity, coverage } = raw;
  const notTold = readNotTold(raw.notTold);
  return { state: 'ready', answer: { ...readAnswer(raw), granularity, coverage, notTold } };
}

const failed = (code: string | null, reason?: Reason): Outcome =>
  reason === undefined ? { state: 'failed', code } : { state: 'failed', code, reason };

const isOverload = (error: unknown) =>
  CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.code === 'OVERLOADED');

/** Which questions an error is about, with what became of each; null when it is about all of them. */
function refusedOf(error: unknown): ReadonlyMap<number, Outcome> | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const refused = new Map<number, Outcome>();
  for (const { path, extensions } of error.errors) {
    const alias = /^a(\d+)$/.exec(String(path?.[0] ?? ''));
    const code = typeof extensions?.code === 'string' ? extensions.code : null;
    if (alias) refused.set(Number(alias[1]), failed(code, extensions?.reason as Reason | undefined));
  }
  return refused.size > 0 ? refused : null;
}
