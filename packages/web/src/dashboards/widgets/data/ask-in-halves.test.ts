import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/measurements';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { askBatch } from './ask-batch.ts';

const question: RawQuery = { metric: 'affluenceIn' };

/** A server that answers so many questions at once, and what was asked of it. */
function serverOf(most: number) {
  const asked: number[] = [];
  const link = new ApolloLink(({ variables }) => {
    const names = Object.keys(variables);
    asked.push(names.length);
    if (names.length > most)
      return of({ errors: [{ message: 'This costs too much', extensions: { code: 'TOO_EXPENSIVE' } }] });
    const answer = { __typename: 'RetailData', data: [], comparison: null, granularity: null, coverage: null };
    return of({ data: Object.fromEntries(names.map((_, index) => [`a${index}`, answer])) });
  });
  return { client: new ApolloClient({ link, cache: new InMemoryCache() }), asked };
}

it('asks in halves what is too much at once', async () => {
  const { client, asked } = serverOf(8);
  const outcomes = await askBatch(client, Array<RawQuery>(20).fill(question));
  expect(outcomes.map(({ state }) => state)).toEqual(Array(20).fill('ready'));
  expect(asked).toEqual([20, 10, 5, 5, 10, 5, 5]);
});

it('says of a single question that it is too much', async () => {
  const { client } = serverOf(0);
  expect(await askBatch(client, [question])).toEqual([{ state: 'failed', code: 'TOO_EXPENSIVE' }]);
});
