import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import type { RawQuery } from '@atrium/domain/numbers';
import { throwError } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedAnswers, getCachedAnswers } from './cached-answers.ts';
import { createAnsweringServer, question } from './testing/answering-server.ts';

const [came, left, inside] = ['affluenceIn', 'affluenceOut', 'inside'].map(question) as [RawQuery, RawQuery, RawQuery];

/** Asks, and resolves once all answers have arrived. */
async function ask(kept: CachedAnswers, ...queries: readonly RawQuery[]): Promise<void> {
  const before = kept.version();
  kept.ask(queries);
  await vi.waitFor(() => expect(kept.version()).toBeGreaterThan(before));
}

/** Returns the known value, or why there is none. */
function said(kept: CachedAnswers, query: RawQuery): unknown {
  const outcome = kept.outcome(query);
  return outcome?.state === 'ready' ? outcome.answer.data[0]?.value : (outcome?.code ?? outcome);
}

describe('requests', () => {
  it('batch all questions of a tick into one, each question once', async () => {
    const { client, requests } = createAnsweringServer(() => 1);
    const kept = getCachedAnswers(client);
    kept.ask([came, left]);
    kept.ask([left, inside]);
    await ask(kept, came);
    expect(requests).toEqual([[came, left, inside]]);
    expect(getCachedAnswers(client)).toBe(kept);
  });

  it('skip pending questions and refetch answered ones', async () => {
    const { client, requests } = createAnsweringServer((_, request) => request);
    const kept = getCachedAnswers(client);
    kept.ask([came]);
    await Promise.resolve();
    await ask(kept, came, left);
    await vi.waitFor(() => expect(said(kept, left)).toBe(2));
    expect(requests).toEqual([[came], [left]]);
    await ask(kept, came);
    expect(said(kept, came)).toBe(3);
  });

  it('contain at most thirty questions', async () => {
    const { client, requests } = createAnsweringServer(() => 1);
    await ask(getCachedAnswers(client), ...Array.from({ length: 65 }, (_, place) => question(`m${place}`)));
    expect(requests.map((queries) => queries.length)).toEqual([30, 30, 5]);
  });

  it('are split in halves when too costly', async () => {
    const { client, requests } = createAnsweringServer(() => 1, 8);
    const kept = getCachedAnswers(client);
    const questions = Array.from({ length: 20 }, (_, place) => question(`m${place}`));
    await ask(kept, ...questions);
    expect(requests.map((queries) => queries.length)).toEqual([20, 10, 5, 5, 10, 5, 5]);
    expect(new Set(questions.map((query) => said(kept, query)))).toEqual(new Set([1]));
  });

  it('report a single question that is too costly', async () => {
    const { client, requests } = createAnsweringServer(() => 1, 0);
    const kept = getCachedAnswers(client);
    await ask(kept, came);
    expect(said(kept, came)).toBe('TOO_EXPENSIVE');
    expect(requests).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each(['NOT_FOUND', 'INTERNAL', 'BAD_INPUT'])(
    '(%s) concerns its question alone, and nothing is asked twice',
    async (code) => {
      const reason = { id: 'same', values: {} };
      const { client, requests } = createAnsweringServer((query) => (query === left ? { code, reason } : 7));
      const kept = getCachedAnswers(client);
      await ask(kept, came, left, inside);
      expect(kept.outcome(left)).toEqual({ state: 'failed', code, reason });
      expect([said(kept, came), said(kept, inside)]).toEqual([7, 7]);
      expect(requests).toHaveLength(1);
    },
  );

  it('of a refetch keeps the last known answer, unless access was lost', async () => {
    for (const [code, then] of [
      ['READINGS_GONE', 1],
      ['INTERNAL', 1],
      ['FORBIDDEN', 'FORBIDDEN'],
      ['NOT_FOUND', 'NOT_FOUND'],
    ] as const) {
      const { client } = createAnsweringServer((_, request) => (request === 1 ? 1 : { code }));
      const kept = getCachedAnswers(client);
      await ask(kept, came);
      await ask(kept, came);
      expect([code, said(kept, came)]).toEqual([code, then]);
    }
  });

  it('is dropped on a retry, which repeats only failed questions', async () => {
    const { client, requests } = createAnsweringServer((query, request) =>
      request === 1 && query === left ? { code: 'INTERNAL' } : request,
    );
    const kept = getCachedAnswers(client);
    await ask(kept, came, left);
    kept.retry([came, left]);
    expect(kept.outcome(left)).toBeNull();
    await vi.waitFor(() => expect(said(kept, left)).toBe(2));
    expect(said(kept, came)).toBe(1);
    expect(requests).toEqual([[came, left], [left]]);
  });

  it('of the request concerns all of its questions, which are not retried automatically', async () => {
    let asked = 0;
    const link = new ApolloLink(() => {
      asked++;
      return throwError(() => new TypeError('offline'));
    });
    const kept = getCachedAnswers(new ApolloClient({ link, cache: new InMemoryCache() }));
    await ask(kept, came, left);
    expect([kept.outcome(came), kept.outcome(left)]).toEqual(Array(2).fill({ state: 'failed', code: null }));
    expect(asked).toBe(1);
  });
});

describe('an overloaded server', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is asked again for the questions it refused, while the others are shown', async () => {
    const { client, requests } = createAnsweringServer((query, request) =>
      request < 3 && query === left ? { code: 'OVERLOADED', retryAfter: 5 } : request,
    );
    const kept = getCachedAnswers(client);
    kept.ask([came, left]);
    await vi.advanceTimersByTimeAsync(4990);
    expect([said(kept, came), kept.outcome(left)]).toEqual([1, null]);
    await vi.advanceTimersByTimeAsync(5100);
    expect([said(kept, came), said(kept, left)]).toEqual([1, 3]);
    expect(requests).toEqual([[came, left], [left], [left]]);
  });

  it('is asked four times at most, and not for a question that is still on its way', async () => {
    const { client, requests } = createAnsweringServer(() => ({ code: 'OVERLOADED' }));
    const kept = getCachedAnswers(client);
    kept.ask([came]);
    await vi.advanceTimersByTimeAsync(2000);
    kept.ask([came]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said(kept, came)).toBe('OVERLOADED');
    expect(requests).toHaveLength(4);
  });

  it('keeps the last known answer on screen', async () => {
    const { client } = createAnsweringServer((_, request) => (request === 1 ? 1 : { code: 'OVERLOADED' }));
    const kept = getCachedAnswers(client);
    for (let round = 0; round < 2; round++) {
      kept.ask([came]);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(said(kept, came)).toBe(1);
  });
});

describe('the cache', () => {
  it('is the client’s cache only', async () => {
    const { client } = createAnsweringServer(() => 7);
    const kept = getCachedAnswers(client);
    await ask(kept, came);
    expect(kept.outcome(came)).toBe(kept.outcome(came));
    expect(JSON.stringify(client.cache.extract())).toContain('affluenceIn');
    await client.clearStore();
    expect(kept.outcome(came)).toBeNull();
  });

  it('evicts the oldest answers beyond its size, but none that is shown', async () => {
    const { client } = createAnsweringServer(() => 7);
    const kept = getCachedAnswers(client);
    await ask(kept, came);
    await ask(kept, left);
    const hide = kept.show([came]);
    for (let round = 0; round < 20; round++)
      await ask(kept, ...Array.from({ length: 20 }, (_, place) => question(`m${round}-${place}`)));
    expect([said(kept, came), said(kept, left), said(kept, question('m0-0'))]).toEqual([7, null, 7]);
    hide();
    await ask(kept, inside);
    expect([said(kept, came), said(kept, inside)]).toEqual([null, 7]);
    expect(
      Object.keys((client.cache.extract() as { ROOT_QUERY?: object }).ROOT_QUERY ?? {}).filter((key) =>
        key.startsWith('retailData'),
      ),
    ).toHaveLength(400);
  });

  it('refetches only shown answers when the viewer’s rights change', async () => {
    const { client, requests } = createAnsweringServer(() => 7);
    const kept = getCachedAnswers(client);
    await ask(kept, came, left);
    const leave = [kept.show([came]), kept.show([came])];
    kept.askShown();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]).toEqual([came]);
    for (const each of leave) each();
    kept.askShown();
    await Promise.resolve();
    expect(requests).toHaveLength(2);
  });
});
