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

test('what was prefetched is handed out once, to whoever asks the same for the same person', async () => {
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

test('nothing is asked without a session, nor beside a client; who leaves leaves nothing', async () => {
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

test('what could not be prefetched is sent again', async () => {
  send.mockRejectedValueOnce(new TypeError('offline'));
  const prefetch = make();
  prefetch.ask('Viewer');
  expect(await text(prefetch.fetch(address, asked('Viewer', {})))).toBe('answer 2');
});

describe('what the page asked by itself', () => {
  const page = { id: 7 };
  const numbers = { queries: [{ metric: 'affluenceIn' }] };
  const sentBy = (by: string, ...keys: string[]): AskedFirst => ({
    token: by,
    at: 0,
    sent: new Map(keys.map((key) => [key, Promise.resolve(new Response(`early ${key.split(' ')[0]}`))])),
  });

  test('is handed out once, to whoever asks the same for the same person, and not asked again', async () => {
    const prefetch = make(sentBy('hers', 'CustomPage {"id":7}'));
    prefetch.ask('CustomPage', page);
    expect(await text(prefetch.fetch(address, asked('CustomPage', page)))).toBe('early CustomPage');
    expect(send).not.toHaveBeenCalled();
    expect(await text(prefetch.fetch(address, asked('CustomPage', page)))).toBe('answer 1');
  });

  test('is nothing to anybody else', async () => {
    const prefetch = make(sentBy('his', 'CustomPage {"id":7}'));
    expect(await text(prefetch.fetch(address, asked('CustomPage', page)))).toBe('answer 1');
  });

  test('whoever asks for numbers waits until it is known which were asked for, and nobody else does', async () => {
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

  test('numbers that could not be asked for, or that are others, are asked for by whoever wants them', async () => {
    const prefetch = make({
      ...sentBy('hers', 'Answers {"queries":[]}'),
      numbers: Promise.reject(new Error('offline')),
    });
    expect(await text(prefetch.fetch(address, asked('Answers', numbers)))).toBe('answer 1');
  });

  test('is forgotten with whoever was there first', async () => {
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
