import { ApolloProvider } from '@apollo/client/react';
import type { RawQuery } from '@atrium/domain/numbers';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAnsweringServer, question } from './testing/answering-server.ts';
import { useNamedNumbers, useNumbers } from './use-answers.ts';

const [came, left, inside] = ['affluenceIn', 'affluenceOut', 'inside'].map(question) as [RawQuery, RawQuery, RawQuery];

const place = document.createElement('div');
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Server = ReturnType<typeof createAnsweringServer>;

const draw = ({ client }: Server, what: ReactNode) =>
  act(async () => root.render(<ApolloProvider client={client}>{what}</ApolloProvider>));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Part({ of, every = null }: { readonly of: readonly RawQuery[]; readonly every?: number | null }) {
  const numbers = useNumbers(of, every);
  if (numbers.state === 'ready')
    return numbers.answers.map((answer) => String(answer?.data[0]?.value ?? '–')).join(' ');
  return numbers.state === 'failed' ? `${numbers.code}` : '…';
}

function NamedPart() {
  const numbers = useNamedNumbers<'came' | 'left'>({ came, left }, null, 'came');
  if (numbers.state !== 'ready') return numbers.state;
  return `${numbers.answers.came?.data[0]?.value} ${numbers.answers.left?.data[0]?.value ?? '–'}`;
}

it('the parts of a page share one request, with each question once', async () => {
  const server = createAnsweringServer(() => 7);
  await draw(server, [<Part key="a" of={[came, left]} />, <Part key="b" of={[left, inside]} />]);
  await pass(1);
  expect(place.textContent).toBe('7 77 7');
  expect(server.requests).toEqual([[came, left, inside]]);
});

it('polls everything that is due in one request, and nothing while hidden', async () => {
  const server = createAnsweringServer((_, request) => request);
  await draw(server, [
    <Part key="a" of={[came, left, inside]} every={60_000} />,
    <Part key="b" of={[question('past')]} />,
  ]);
  await pass(60_001);
  expect(place.textContent).toBe('2 2 21');
  expect(server.requests.slice(1)).toEqual([[came, left, inside]]);
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(180_000);
  expect(server.requests).toHaveLength(2);
  sight.mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await pass(1);
  expect(server.requests.slice(2)).toEqual([[came, left, inside]]);
  await draw(server, null);
  await pass(120_000);
  expect(server.requests).toHaveLength(3);
});

it('a page that is opened again shows cached answers and refetches', async () => {
  const server = createAnsweringServer((_, request) => request);
  await draw(server, <Part of={[came]} />);
  await pass(1);
  await draw(server, null);
  await draw(server, <Part of={[came]} />);
  expect(place.textContent).toBe('1');
  await pass(1);
  expect(place.textContent).toBe('2');
  expect(server.requests).toHaveLength(2);
});

it('switching a page to other questions and back fetches neither twice', async () => {
  const server = createAnsweringServer((_, request) => request);
  for (const query of [came, left, came]) {
    await draw(server, <Part of={[query]} />);
    await pass(1);
  }
  expect(place.textContent).toBe('1');
  expect(server.requests).toEqual([[came], [left]]);
});

it('an earlier failure is fetched again as if never asked', async () => {
  const server = createAnsweringServer((_, request) => (request === 1 ? { code: 'INTERNAL' } : request));
  await draw(server, <Part of={[came]} />);
  await pass(1);
  expect(place.textContent).toBe('INTERNAL');
  await draw(server, null);
  await draw(server, <Part of={[came]} />);
  expect(place.textContent).toBe('…');
  await pass(1);
  expect(place.textContent).toBe('2');
});

it('a server that is busy once is asked again, without an error on the page', async () => {
  const server = createAnsweringServer((_, request) => (request === 1 ? { code: 'OVERLOADED' } : request));
  await draw(server, <Part of={[came]} />);
  await pass(1);
  expect(place.textContent).toBe('…');
  await pass(1600);
  expect(place.textContent).toBe('2');
});

it('a page shows what it has; it fails without its main answer, or without any', async () => {
  const refusing = (...refused: readonly RawQuery[]) =>
    createAnsweringServer((query) => (refused.includes(query) ? { code: 'NOT_FOUND' } : 7));
  for (const [refused, shown] of [
    [[left], '7 –'],
    [[came], 'failed'],
    [[came, left], 'failed'],
  ] as const) {
    await draw(refusing(...refused), <NamedPart key={shown + refused.length} />);
    await pass(1);
    expect(place.textContent).toBe(shown);
  }
});
