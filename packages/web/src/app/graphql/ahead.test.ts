import { beforeEach, expect, test, vi } from 'vitest';
import { createAhead } from './ahead.ts';

let token: string | null = 'hers';
let now = 0;
const send = vi.fn<typeof fetch>();
const make = () =>
  createAhead({ token: () => token, textOf: async (name) => `query ${name}`, fetch: send, now: () => now });
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

test('what was asked ahead is handed out once, to whoever asks the same for the same person', async () => {
  const ahead = make();
  ahead.ask('CustomPage', { id: 7 });
  ahead.ask('CustomPage', { id: 7 });
  expect(await text(ahead.fetch(address, asked('CustomPage', { id: 7 })))).toBe('answer 1');
  expect(send).toHaveBeenCalledTimes(1);
  expect(await text(ahead.fetch(address, asked('CustomPage', { id: 7 })))).toBe('answer 2');
});

test.each([
  ['another person', asked('CustomPage', { id: 7 }, 'his'), 0],
  ['another page', asked('CustomPage', { id: 8 }), 0],
  ['somebody who comes late', asked('CustomPage', { id: 7 }), 20_000],
])('%s is answered anew', async (_, request, later) => {
  const ahead = make();
  ahead.ask('CustomPage', { id: 7 });
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  now = later;
  expect(await text(ahead.fetch(address, request))).toBe('answer 2');
});

test('nothing is asked without a session, nor beside a client; who leaves leaves nothing', async () => {
  const ahead = make();
  token = null;
  ahead.ask('Viewer');
  token = 'hers';
  const close = ahead.open();
  ahead.ask('Viewer');
  await Promise.resolve();
  expect(send).not.toHaveBeenCalled();
  close();
  ahead.ask('Viewer');
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  ahead.open()();
  expect(await text(ahead.fetch(address, asked('Viewer', {})))).toBe('answer 2');
});

test('what could not be sent ahead is sent again', async () => {
  send.mockRejectedValueOnce(new TypeError('offline'));
  const ahead = make();
  ahead.ask('Viewer');
  expect(await text(ahead.fetch(address, asked('Viewer', {})))).toBe('answer 2');
});
