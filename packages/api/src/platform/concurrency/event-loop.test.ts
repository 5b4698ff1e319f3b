import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { batchPerTick, createPauses } from './event-loop.ts';

test('a long computation yields after each stretch of time, and begins the next one when it continues', async () => {
  let time = 0;
  let pauses = 0;
  const pause = createPauses(
    () => time,
    async () => {
      pauses += 1;
      time += 100;
    },
  );
  for (let step = 0; step < 20; step += 1) {
    time += 3;
    await pause();
  }
  expect(pauses).toBe(6);
});

describe('requests of one event loop tick', () => {
  test('are answered as one batch, each with its own answer', async () => {
    const batches: (readonly number[])[] = [];
    const double = batchPerTick((asks: readonly number[]) => {
      batches.push(asks);
      return asks.map(async (ask) => ask * 2);
    });
    const nested = (ask: number) => Promise.resolve().then(() => double(ask));
    expect(await Promise.all([double(1), nested(2), double(1)])).toEqual([2, 4, 2]);
    expect(await double(5)).toBe(10);
    expect(batches).toEqual([[1, 1, 2], [5]]);
  });

  test('batch their next requests too when they share a promise, however long it took', async () => {
    const batches: (readonly string[])[] = [];
    const later = batchPerTick((asks: readonly string[]) => {
      batches.push(asks);
      const all = setImmediate(asks);
      return asks.map((_, index) => all.then((found) => found[index] as string));
    });
    const twice = async (ask: string) => later(`${await later(ask)}!`);
    await Promise.all([twice('a'), twice('b')]);
    expect(batches).toEqual([
      ['a', 'b'],
      ['a!', 'b!'],
    ]);
  });

  test('fail individually', async () => {
    const ask = batchPerTick((asks: readonly boolean[]) =>
      asks.map(async (works) => {
        if (!works) throw new Error('gone');
        return works;
      }),
    );
    const [works, fails] = await Promise.allSettled([ask(true), ask(false)]);
    expect(works).toMatchObject({ status: 'fulfilled', value: true });
    expect(fails).toMatchObject({ status: 'rejected' });
  });
});
