import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { askBatch } from './ask-batch.ts';

const refusal = (alias: string, code: string) => ({ message: code, path: [alias], extensions: { code } });
const questions = ['affluenceIn', 'affluenceOut', 'inside'].map((metric) => ({ metric }));

/** A server that refuses the second question; how often it was asked, and for how many. */
function refusing(code: string) {
  const asked: number[] = [];
  const link = new ApolloLink(({ variables }) => {
    asked.push(Object.keys(variables).length);
    const data = Object.fromEntries(Object.keys(variables).map((name) => [name.replace('q', 'a'), null]));
    return of(asked.length === 1 ? { data: null, errors: [refusal('a1', code)] } : { data });
  });
  return { asked, client: new ApolloClient({ link, cache: new InMemoryCache() }) };
}

test('a question that is refused leaves the others to be asked without it', async () => {
  const { asked, client } = refusing('NOT_FOUND');
  expect((await askBatch(client, questions))[1]).toEqual({ state: 'failed', code: 'NOT_FOUND' });
  expect(asked).toEqual([3, 2]);
});

test('a server that is asked too much is not asked again until somebody wants it', async () => {
  const { asked, client } = refusing('OVERLOADED');
  expect(await askBatch(client, questions)).toEqual(Array(3).fill({ state: 'failed', code: 'OVERLOADED' }));
  expect(asked).toEqual([3]);
});
