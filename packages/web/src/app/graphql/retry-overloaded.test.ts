import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { of, throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRetryLink } from './retry-overloaded.ts';

const query = gql`
  query Sites {
    sites
  }
`;
const mutation = gql`
  mutation Save {
    sites
  }
`;

/** A server that refuses the first requests, by the body of an answer or by its status. */
function createServer(code: string, refused: number, style: 'body' | 'status') {
  let asked = 0;
  const server = new ApolloLink(() => {
    if (++asked > refused) return of({ data: { sites: 400 } });
    const errors = [{ message: 'busy', extensions: { code, retryAfter: 2 } }];
    if (style === 'body') return of({ data: null, errors });
    const bodyText = JSON.stringify({ errors });
    return throwError(() => new ServerError('busy', { response: new Response(null, { status: 503 }), bodyText }));
  });
  const link = ApolloLink.from([createRetryLink(() => 0), server]);
  return { client: new ApolloClient({ cache: new InMemoryCache(), link }), asked: () => asked };
}

/** Resolves with the answer, or the message of its error. */
const watch = (answer: Promise<{ data?: unknown }>) =>
  answer.then(
    ({ data }) => data,
    (error: Error) => error.message,
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each(['body', 'status'] as const)('a query refused by the %s', (style) => {
  it('of an overloaded server is sent again when the server says so', async () => {
    const { client, asked } = createServer('OVERLOADED', 1, style);
    const answer = watch(client.query({ query }));
    await vi.advanceTimersByTimeAsync(1990);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(await answer).toEqual({ sites: 400 });
    expect(asked()).toBe(2);
  });

  it('of a server that stays overloaded fails after four times', async () => {
    const { client, asked } = createServer('OVERLOADED', 99, style);
    const answer = watch(client.query({ query }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toBe('busy');
    expect(asked()).toBe(4);
  });

  it('for another reason is not sent again', async () => {
    const { client, asked } = createServer('INTERNAL', 1, style);
    const answer = watch(client.query({ query }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await answer, asked()]).toEqual(['busy', 1]);
  });
});

it('changes are not repeated, nor queries that are sent once', async () => {
  const changed = createServer('OVERLOADED', 1, 'body');
  const change = watch(changed.client.mutate({ mutation }));
  const once = createServer('OVERLOADED', 1, 'body');
  const answer = watch(once.client.query({ query, context: { isSentOnce: true } }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await change, changed.asked(), await answer, once.asked()]).toEqual(['busy', 1, 'busy', 1]);
});

it('a query that nobody waits for any more is not sent again', async () => {
  const { client, asked } = createServer('OVERLOADED', 99, 'body');
  const watched = client.watchQuery({ query }).subscribe({});
  await vi.advanceTimersByTimeAsync(10);
  watched.unsubscribe();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(1);
});
