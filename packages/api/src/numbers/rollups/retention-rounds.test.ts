import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRollups } from './rollups.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const second = 1000;

test('expired readings are deleted at start and every ten minutes, even after a failure', async () => {
  let now = Date.UTC(2026, 0, 10);
  const looks: number[] = [];
  const errors: string[] = [];
  const start = now;
  const rollups = createRollups({
    // An empty store.
    analytics: { query: async () => [], insert: async () => {}, command: async () => {} } as never,
    clock: { now: () => now },
    logError: (message) => void errors.push(message),
    isIngesting: () => false,
    retentions: async () => {
      looks.push((now - start) / second);
      if (looks.length === 2) throw new Error('away');
      return [];
    },
  });
  rollups.start();
  for (; now <= start + 1805 * second; now += 5 * second) await vi.advanceTimersByTimeAsync(5 * second);
  await rollups.stop();
  expect(looks).toEqual([0, 600, 1200, 1800]);
  expect(errors).toEqual(['readings could not be rolled up']);
});
