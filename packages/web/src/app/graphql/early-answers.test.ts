import { beforeEach, expect, test, vi } from 'vitest';
import askFirst from '../../../public/ask-first.js?raw';
import { type AskedFirst, createEarlyAnswers } from './early-answers.ts';

let now = 0;
const send = vi.fn<typeof fetch>();
const later = vi.fn<(call: () => void, ms: number) => void>();
const make = (askedFirst: AskedFirst | null) => createEarlyAnswers({ fetch: send, later, now: () => now, askedFirst });
const request = (operationName: string, variables: object, token = 'hers') => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
  body: JSON.stringify({ operationName, variables, query: `query ${operationName}` }),
});
const address = '/v2/graphql';
const page = { id: 7 };
const numbers = { queries: [{ metric: 'affluenceIn' }] };
const sentBy = (token: string, ...keys: string[]): AskedFirst => ({
  token,
  at: 0,
  sent: new Map(keys.map((key) => [key, Promise.resolve(new Response(`early ${key.split(' ')[0]}`))])),
});

beforeEach(() => {
  now = 0;
  send.mockReset();
  later.mockReset();
  send.mockImplementation(async () => new Response(`answer ${send.mock.calls.length}`));
});
const text = async (answer: Promise<Response>) => (await answer).text();

test('an early answer is returned once, to the same request with the same token', async () => {
  const { fetch } = make(sentBy('hers', 'CustomPage {"id":7}'));
  expect(await text(fetch(address, request('CustomPage', page)))).toBe('early CustomPage');
  expect(send).not.toHaveBeenCalled();
  expect(await text(fetch(address, request('CustomPage', page)))).toBe('answer 1');
});

test.each([
  ['another token', request('CustomPage', page, 'his'), 0],
  ['another page', request('CustomPage', { id: 8 }), 0],
  ['an answer that is too old', request('CustomPage', page), 20_000],
])('%s: the request is sent', async (_, init, later) => {
  const { fetch } = make(sentBy('hers', 'CustomPage {"id":7}'));
  now = later;
  expect(await text(fetch(address, init))).toBe('answer 1');
});

test('an answer that nobody took gives its connection back, and is not returned any more', async () => {
  const cancelled = vi.fn();
  const early = sentBy('hers');
  early.sent.set('Viewer {}', Promise.resolve({ body: { cancel: cancelled } } as unknown as Response));
  const { fetch } = make(early);
  const [call, ms] = later.mock.calls[0] as Parameters<typeof later>;
  expect(ms).toBe(20_000);
  call();
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1));
  expect(await text(fetch(address, request('Viewer', {})))).toBe('answer 1');
});

test('without early answers every request is sent', async () => {
  const { fetch } = make(null);
  expect(await text(fetch(address, request('Viewer', {})))).toBe('answer 1');
});

test('an early request that failed is sent again', async () => {
  const failed = Promise.reject(new TypeError('offline'));
  failed.catch(() => undefined);
  const { fetch } = make({ token: 'hers', at: 0, sent: new Map([['Viewer {}', failed]]) });
  expect(await text(fetch(address, request('Viewer', {})))).toBe('answer 1');
});

test('a request for numbers waits until the early ones are known; others do not wait', async () => {
  const early = sentBy('hers');
  const formed = Promise.withResolvers<void>();
  const { fetch } = make({ ...early, numbers: formed.promise });
  const answers = fetch(address, request('Answers', numbers));
  expect(await text(fetch(address, request('Viewer', {})))).toBe('answer 1');
  early.sent.set(`Answers ${JSON.stringify(numbers)}`, Promise.resolve(new Response('early Answers')));
  formed.resolve();
  expect(await text(answers)).toBe('early Answers');
  expect(send).toHaveBeenCalledTimes(1);
});

test('numbers that could not be requested early, or differ, are requested by the page', async () => {
  const { fetch } = make({
    ...sentBy('hers', 'Answers {"queries":[]}'),
    numbers: Promise.reject(new Error('offline')),
  });
  expect(await text(fetch(address, request('Answers', numbers)))).toBe('answer 1');
});

test('after the session ends no early answer is left', async () => {
  const early = sentBy('hers', 'Viewer {}');
  const formed = Promise.withResolvers<void>();
  const { fetch, clear } = make({ ...early, numbers: formed.promise });
  clear();
  early.sent.set(`Answers ${JSON.stringify(numbers)}`, Promise.resolve(new Response('early Answers')));
  formed.resolve();
  await formed.promise;
  expect(await text(fetch(address, request('Viewer', {})))).toBe('answer 1');
  expect(await text(fetch(address, request('Answers', numbers)))).toBe('answer 2');
});

test('an early request that is answered without JSON rejects nothing unhandled', async () => {
  const script = document.createElement('script');
  const numbers = { questions: { name: 'Questions', query: 'query' }, answers: { name: 'Answers', query: 'query' } };
  Object.assign(script.dataset, { cookies: 'test', asks: JSON.stringify({ first: [], numbers, words: {} }) });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.x`;
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`test-token=${token}; test-session=1`);
  const answered = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('Internal error', { status: 500 }));
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  new Function(askFirst)();
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', unhandled);
  expect(answered).toHaveBeenCalledOnce();
  expect(unhandled).not.toHaveBeenCalled();
  // The data client still learns that it has to ask for the numbers itself.
  await expect(window.askedFirst?.numbers).rejects.toThrow();
  vi.restoreAllMocks();
});
