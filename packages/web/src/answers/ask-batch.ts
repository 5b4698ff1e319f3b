import type { ApolloClient } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/measurements';
import { findErrorCode } from './failure.ts';
import { AnswersDocument, type AnswersQueryVariables } from './operations.generated.ts';
import { type Failed, failed, type SentAnswer } from './outcome.ts';

/**
 * Sends questions in one request and returns their outcomes in order. The server answers or refuses each by itself.
 * Splits a document that is too costly in halves. Does not retry an overloaded server: the user does.
 */
export async function askBatch(
  client: ApolloClient,
  queries: readonly RawQuery[],
): Promise<readonly (SentAnswer | Failed)[]> {
  const variables = { queries } as unknown as AnswersQueryVariables;
  try {
    const { data } = await client.query({ query: AnswersDocument, variables, fetchPolicy: 'no-cache' });
    return queries.map((_, place) => {
      const { answer, refusal } = data?.answers[place] ?? {};
      return answer ?? failed(refusal?.code ?? null, refusal?.reason as Failed['reason']);
    });
  } catch (error) {
    const code = findErrorCode(error);
    if (code !== 'TOO_EXPENSIVE' || queries.length === 1) return queries.map(() => failed(code));
    // In sequence: in parallel they would cost as much as before.
    const half = Math.ceil(queries.length / 2);
    return [...(await askBatch(client, queries.slice(0, half))), ...(await askBatch(client, queries.slice(half)))];
  }
}
