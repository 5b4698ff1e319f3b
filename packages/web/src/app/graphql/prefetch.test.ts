import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AskedFirst, createPrefetch } from './prefetch.ts';

let token: string | null = 'hers';
let now = 0;
const send = vi.fn<typeof fetch>();
const make = (askedFirst: AskedFirst | null = null) =>
  createPrefetch({
    token: () => token,
    textOf: async (name) => `query ${name}`,
    fetch: send,
    now: () => now,
    askedFirst,
  });
const asked = (operationName: string, variables: object, by = 'hers') => ({
  method: 'POST',
  headers: { authorization: `Bearer ${by}` },
  body: JSON.stringify({ operationName, variables, query: `query ${operationName}` }),
});
const address = '/v2/graphql';

beforeEach(() => {
  [token, now] = ['hers', 0];
  send.mockReset();
  send.mockImplementation(async () => new Response(`answer ${send.mock.calls.length}`));
});
const text = async (answer: Promise<Response>) => (await answer).text();

test('a prefetched response is handed out once, for the same request of the same user', async () => {
  const prefetch = make();
  prefetch.ask('CustomPage', { id: 7 });
  prefetch.ask('CustomPage', { id: 7 });
  expect(await text(prefetch.fetch(address, asked('CustomPage', { id: 7 })))).toBe('answer 1');
  expect(send).toHaveBeenCalledTimes(1);
  expect(await text(prefetch.fetch(address, asked('CustomPage', { id: 7 })))).toBe('answer 2');
});

test.each([
  ['another person', asked('CustomPage', { id: 7 }, 'his'), 0],
  ['another page', asked('CustomPage', { id: 8 }), 0],
  ['somebody who comes late', asked('CustomPage', { id: 7 }), 20_000],
])('%s is answered anew', async (_, request, later) => {
  const prefetch = make();
  prefetch.ask('CustomPage', { id: 7 });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  now = later;
  expect(await text(prefetch.fetch(address, request))).toBe('answer 2');
});

test('prefetches nothing without a session or beside a client; leaves nothing after sign-out', async () => {
  const prefetch = make();
  token = null;
  prefetch.ask('Viewer');
  token = 'hers';
  const close = prefetch.open();
  prefetch.ask('Viewer');
  await Promise.resolve();
  expect(send).not.toHaveBeenCalled();
  close();
  prefetch.ask('Viewer');
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  prefetch.open()();
  expect(await text(prefetch.fetch(address, asked('Viewer', {})))).toBe('answer 2');
});

test('a failed prefetch is sent again', async () => {
  send.mockRejectedValueOnce(new TypeError('offline'));
  const prefetch = make();
  prefetch.ask('Viewer');
  expect(await text(prefetch.fetch(address, asked('Viewer', {})))).toBe('answer 2');
});

describe('a request that the page itself sent', () => {
  const page = { id: 7 };
  const numbers = { queries: [{ metric: 'affluenceIn' }] };
  const sentBy = (by: string, ...keys: string[]): AskedFirst => ({
    token: by,
    at: 0,
    sent: new Map(keys.map((key) => [key, Promise.resolve(new Response(`early ${key.split(' ')[0]}`))])),
  });

  test('is handed out once, for the same request of the same user, and not repeated', async () => {
    const prefetch = make(sentBy('hers', 'CustomPage {"id":7}'));
    prefetch.ask('CustomPage', page);
    expect(await text(prefetch.fetch(address, asked('CustomPage', page)))).toBe('early CustomPage');
    expect(send).not.toHaveBeenCalled();
    expect(await text(prefetch.fetch(address, asked('CustomPage', page)))).toBe('answer 1');
  });

  test('is never used for another user', async () => {
    const prefetch = make(sentBy('his', 'CustomPage {"id":7}'));
    expect(await text(prefetch.fetch(address, asked('CustomPage', page)))).toBe('answer 1');
  });

  test('only requests for numbers wait until the page has sent its own', async () => {
    const early = sentBy('hers');
    const formed = Promise.withResolvers<void>();
    const prefetch = make({ ...early, numbers: formed.promise });
    const answers = prefetch.fetch(address, asked('Answers', numbers));
    expect(await text(prefetch.fetch(address, asked('Viewer', {})))).toBe('answer 1');
    early.sent.set(`Answers ${JSON.stringify(numbers)}`, Promise.resolve(new Response('early Answers')));
    formed.resolve();
    expect(await text(answers)).toBe('early Answers');
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('missing or other numbers are requested by the client', async () => {
    const prefetch = make({
      ...sentBy('hers', 'Answers {"queries":[]}'),
      numbers: Promise.reject(new Error('offline')),
    });
    expect(await text(prefetch.fetch(address, asked('Answers', numbers)))).toBe('answer 1');
  });

  test('is dropped with the first client', async () => {
    const early = sentBy('hers', 'Viewer {}');
    const formed = Promise.withResolvers<void>();
    const prefetch = make({ ...early, numbers: formed.promise });
    prefetch.open()();
    early.sent.set(`Answers ${JSON.stringify(numbers)}`, Promise.resolve(new Response('early Answers')));
    formed.resolve();
    await formed.promise;
    expect(await text(prefetch.fetch(address, asked('Viewer', {})))).toBe('answer 1');
    expect(await text(prefetch.fetch(address, asked('Answers', numbers)))).toBe('answer 2');
  });
});
