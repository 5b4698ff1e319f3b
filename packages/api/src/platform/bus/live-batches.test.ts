import { expect, test } from 'vitest';
import { LiveBatches } from './live-batches.ts';

test('values arrive as lists with the latest of each key, also after a pause in reading', async () => {
  let closed = 0;
  const stream = new LiveBatches<number>(() => {
    closed += 1;
  });
  stream.push('a', 1);
  stream.push('b', 2);
  stream.push('a', 3);
  expect(await stream.next()).toEqual({ done: false, value: [3, 2] });
  const waiting = stream.next();
  stream.push('b', 4);
  expect(await waiting).toEqual({ done: false, value: [4] });
  const last = stream.next();
  await stream.return();
  expect(await last).toEqual({ done: true, value: undefined });
  stream.push('a', 5);
  await stream.return();
  expect([await stream.next(), closed]).toEqual([{ done: true, value: undefined }, 1]);
});

test('values collected without a reader are sent at the next read', async () => {
  const stream = new LiveBatches<number>(() => undefined);
  stream.push('a', 1);
  // Longer than the collection window.
  await new Promise((resolve) => setTimeout(resolve, 400));
  stream.push('b', 2);
  expect(await stream.next()).toEqual({ done: false, value: [1, 2] });
  await stream.return();
});
