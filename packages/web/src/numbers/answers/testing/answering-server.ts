import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/numbers';
import { delay, of } from 'rxjs';

/** A fake server's answer: a value, or an error. */
type Said = number | { readonly code: string; readonly reason?: object; readonly retryAfter?: number };

/** A fake server that answers each question by a function and records the questions of each request. */
export function createAnsweringServer(t: (query: RawQuery, request: number) => Said, most = Number.POSITIVE_INFINITY) {
  const requests: (readonly RawQuery[])[] = [];
  const link = new ApolloLink(({ variables }) => {
    const queries = variables.queries as readonly RawQuery[];
    const request = requests.push(queries);
    if (queries.length > most)
      return of({ data: null, errors: [{ message: 'This costs too much', extensions: { code: 'TOO_EXPENSIVE' } }] });
    const answers = queries.map((query) => {
      const said = t(query, request);
      return typeof said === 'number'
        ? { __typename: 'AnswerOrRefusal', answer: answerOf(said), refusal: null }
        : {
            __typename: 'AnswerOrRefusal',
            answer: null,
            refusal: { __typename: 'Refusal', reason: null, retryAfter: null, ...said },
          };
    });
    return of({ data: { answers } }).pipe(delay(0));
  });
  return { requests, client: new ApolloClient({ link, cache: new InMemoryCache() }) };
}

const answerOf = (value: number) => ({
  __typename: 'RetailData',
  unit: 'visitors',
  data: [{ label: 'all', value }],
  comparison: null,
  evolution: null,
  comparisonCoverage: null,
  comparisonTimes: null,
  granularity: null,
  notTold: [],
  coverage: { __typename: 'Coverage', ratio: 1, silent: [], sites: [] },
});

export const question = (metric: string): RawQuery => ({ metric });
