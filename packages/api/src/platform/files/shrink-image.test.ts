import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { Overloaded } from '../overloaded.ts';
import { shrinkImage } from './shrink-image.ts';

const bounds = { width: 64, height: 64, fit: 'inside' } as const;
const of = (organization: string) => ({ share: [organization, 'somebody'] as const });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

let large: Uint8Array;
beforeAll(async () => {
  large = await plain(3000, 3000);
});

test('pictures are re-encoded one at a time, for all users', async () => {
  let atOnce = 0;
  let isOver = false;
  const watch = () => {
    atOnce = Math.max(atOnce, sharp.counters().process + sharp.counters().queue);
    if (!isOver) setImmediate(watch);
  };
  watch();
  const made = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((organization) => shrinkImage(large, bounds, 'file', of(organization))),
  );
  isOver = true;
  expect(made.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  expect(atOnce).toBe(1);
});

test('an organization has a limit, while others are served', async () => {
  const order: string[] = [];
  const send = (organization: string) =>
    shrinkImage(large, bounds, 'file', of(organization)).then(() => order.push(organization));
  const many = [send('greedy'), send('greedy'), send('greedy'), send('greedy')];
  await expect(send('greedy')).rejects.toThrow(Overloaded);
  await Promise.all([...many, send('other')]);
  expect(order.indexOf('other')).toBeLessThan(3);
});

test('a small file with more pixels than any camera has is refused', async () => {
  const bomb = await plain(10_000, 5_001);
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await shrinkImage(bomb, bounds, 'file', of('a'))).toMatchObject({ ok: false, error: { field: 'file' } });
});
