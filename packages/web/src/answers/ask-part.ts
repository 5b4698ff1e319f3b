import type { ApolloClient } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/measurements';
import { codeOf } from './failure.ts';
import { AnswersDocument, type AnswersQueryVariables } from './operations.generated.ts';
import { type Failed, failed, type SentAnswer } from './outcome.ts';

/**
 * What became of some questions, in their order, by one request. The server answers or refuses each by itself; what is
 * too much for one document is asked in halves. A server that is asked too much already is not asked again: it is the
 * reader who tries again.
 */
export async function askPart(
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
    const code = codeOf(error);
    if (code !== 'TOO_EXPENSIVE' || queries.length === 1) return queries.map(() => failed(code));
    // One after the other: together they are as much as before.
    const half = Math.ceil(queries.length / 2);
    return [...(await askPart(client, queries.slice(0, half))), ...(await askPart(client, queries.slice(half)))];
  }
}
