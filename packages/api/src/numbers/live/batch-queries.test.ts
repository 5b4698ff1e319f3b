import { expect, test } from 'vitest';
import { scopeOf } from '../testing/ask.ts';
import { batchQueries } from './live-metrics.ts';

test('a batch is cancelled when all callers have aborted, not before', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const ask = batchQueries(async (_scope, queries, signal) => {
    signals.push(signal);
    return queries.map(() => ({ ok: false, error: { code: 'NOT_FOUND', message: '' } }));
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const scope = scopeOf(1);
  await Promise.all([ask(scope, [], one.signal), ask(scope, [], other.signal), ask(scopeOf(2), [])]);
  expect(signals).toHaveLength(2);
  one.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, undefined]);
  other.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, undefined]);
});

test('a caller without a signal keeps the batch running, and one that has aborted does not count', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const ask = batchQueries(async (_scope, _queries, signal) => {
    signals.push(signal);
    return [];
  });
  const [leaving, scope] = [new AbortController(), scopeOf(1)];
  await Promise.all([ask(scope, [], leaving.signal), ask(scope, [])]);
  leaving.abort();
  expect(signals).toEqual([undefined]);
  const staying = new AbortController();
  await Promise.all([ask(scope, [], leaving.signal), ask(scope, [], staying.signal)]);
  expect(signals[1]?.aborted).toBe(false);
  staying.abort();
  expect(signals[1]?.aborted).toBe(true);
});
