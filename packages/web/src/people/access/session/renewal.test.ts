import { err, ok } from '@atrium/domain/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRenewal, type Renewed } from './renewal.ts';

/** Tabs of one browser: one token, one lock, and a server that counts its requests. */
function browser(answer: (token: string) => Promise<string | null>) {
  const state = { token: 'stale' as string | null, asked: 0, locked: false };
  const tokens = {
    read: () => state.token,
    write(token: string) {
      state.token = token;
      return true;
    },
  };
  const alone = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (state.locked) return null;
    state.locked = true;
    try {
      return await work();
    } finally {
      state.locked = false;
    }
  };
  const ask = (token: string) => {
    state.asked += 1;
    return answer(token);
  };
  const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  return { state, openTab: () => createRenewal({ tokens, ask, alone, wait }) };
}

const after = <T>(milliseconds: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), milliseconds));

describe('renewing an expired token (A07)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends one request for any number of callers in any number of tabs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ tab: fc.nat(3), comes: fc.nat(3000) }), { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 0, max: 3500 }),
        async (tabCount, callers, latency) => {
          const { state, openTab } = browser(() => after(latency, 'fresh'));
          const tabs = Array.from({ length: tabCount }, openTab);
          const outcomes = Promise.all(
            callers.map(async ({ tab, comes }) => {
              await after(comes, null);
              return tabs[tab % tabCount]!('stale');
            }),
          );
          await vi.runAllTimersAsync();
          expect(new Set((await outcomes).map((outcome) => JSON.stringify(outcome)))).toEqual(
            new Set([JSON.stringify(ok('fresh'))]),
          );
          expect(state).toEqual({ token: 'fresh', asked: 1, locked: false });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('lets a waiting caller look ten times, every 500 ms, then gives up', async () => {
    const { openTab } = browser(() => new Promise(() => undefined));
    const renew = openTab();
    void renew('stale');
    let outcome: Renewed | null = null;
    void renew('stale').then((settled) => {
      outcome = settled;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toEqual(err('refresh timed out'));
  });

  it('gives up on another tab that holds the lock for ever', async () => {
    const { openTab } = browser(() => new Promise(() => undefined));
    void openTab()('stale');
    const other = openTab()('stale');
    await vi.advanceTimersByTimeAsync(6000);
    expect(await other).toEqual(err('refresh timed out'));
  });

  it('treats a response without a token as the end of the session', async () => {
    const { state, openTab } = browser(async () => null);
    expect(await openTab()('stale')).toEqual(err('invalid token'));
    expect(state.token).toBe('stale');
  });

  it('gives the same failure to all who waited, and tries again for the next', async () => {
    const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => Promise.resolve('fresh')];
    const { state, openTab } = browser(() => after(200, null).then(() => answers.shift()!()));
    const renew = openTab();
    const waiting = Promise.all([renew('stale'), renew('stale')]);
    await vi.runAllTimersAsync();
    expect(await waiting).toEqual([err('unreachable'), err('unreachable')]);
    expect(state.asked).toBe(1);
    const again = renew('stale');
    await vi.runAllTimersAsync();
    expect(await again).toEqual(ok('fresh'));
  });

  it('does not bring back a session that was left while the server was asked', async () => {
    const { state, openTab } = browser(() => after(300, 'fresh'));
    const outcome = openTab()('stale');
    await vi.advanceTimersByTimeAsync(100);
    state.token = null;
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual(err('invalid token'));
    expect(state.token).toBeNull();
  });

  it('sends no request if the token was already renewed', async () => {
    const { state, openTab } = browser(async () => 'never');
    state.token = 'newer';
    expect(await openTab()('stale')).toEqual(ok('newer'));
    expect(state.asked).toBe(0);
  });
});
