import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Overloaded } from '../failures.ts';
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
  let running = 0;
  let isOver = false;
  const watch = () => {
    running = Math.max(running, sharp.counters().process + sharp.counters().queue);
    if (!isOver) setImmediate(watch);
  };
  watch();
  const made = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((organization) => shrinkImage(large, bounds, 'file', of(organization))),
  );
  isOver = true;
  expect(made.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  expect(running).toBe(1);
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

describe('a picture that is refused says why', () => {
  const faultOf = async (bytes: Uint8Array) => {
    const answer = await shrinkImage(bytes, bounds, 'file', of('a'));
    return answer.ok ? null : [answer.error.field, answer.error.reason?.id, answer.error.message];
  };

  test('with more pixels than any camera has, in a small file', async () => {
    const bomb = await plain(10_000, 5_001);
    expect(bomb.length).toBeLessThan(1_000_000);
    const said = 'An image has at most 50 million pixels (width × height): make it smaller';
    expect(await faultOf(bomb)).toEqual(['file', 'image.pixels', said]);
    expect(await faultOf(await plain(10_000, 5_000))).toBeNull();
  });

  test('broken, no picture, or a large file', async () => {
    const broken = large.slice(0, 2000);
    expect(await faultOf(broken)).toEqual(['file', 'image.kind', 'This is not an image']);
    expect(await faultOf(Buffer.from('text'))).toEqual(['file', 'image.kind', 'This is not an image']);
    expect(await faultOf(new Uint8Array(1024 * 1024 + 1))).toEqual(['file', 'image.size', 'An image has at most 1 MB']);
  });

  test('slow to convert', async () => {
    const chain = { metadata: async () => ({ width: 1, height: 1 }) };
    const slow = Object.assign(chain, {
      ...Object.fromEntries(['timeout', 'rotate', 'resize', 'webp'].map((step) => [step, () => slow])),
      toBuffer: () => Promise.reject(new Error('timeout: 42% complete')),
    });
    vi.doMock('sharp', () => ({ default: () => slow }));
    const said = 'The image takes too long to convert: make it smaller';
    expect(await faultOf(large)).toEqual(['file', 'image.slow', said]);
    vi.doUnmock('sharp');
  });
});
