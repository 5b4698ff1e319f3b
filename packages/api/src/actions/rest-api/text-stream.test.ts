import { EventEmitter } from 'node:events';
import { failure } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import { Cancelled } from '../../platform/failures.ts';
import { type BulkPart, createStreamLimit, getStreamCaller, parseCursor, TextStream } from './text-stream.ts';

const partOf = (rows: readonly object[]): BulkPart => ({ cost: 10, read: async () => rows });
const parts = [partOf([{ n: 0 }, { n: 1 }]), partOf([]), partOf([{ n: 2 }]), partOf([{ n: 3 }])];
const running = new AbortController().signal;
const free = async () => null;

async function readLines(stream: AsyncIterable<Buffer | string>) {
  let text = '';
  for await (const piece of stream) text += piece;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a stream has the rows of all parts, and ends with the cursor null', async () => {
  const lines = await readLines(new TextStream(parts, 0).open(free, running));
  expect(lines).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }, { next: null }]);
});

test('where the budget is spent the stream names the reason, and its cursor continues with each row once', async () => {
  const rows: object[] = [];
  let first = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    let left = 20;
    const spend = async (cost: number) => {
      left -= cost;
      return left < 0 ? { ...failure('RATE_LIMITED', 'spent'), retryAfter: 7 } : null;
    };
    const lines = await readLines(new TextStream(parts.slice(first), first).open(spend, running));
    const { next, problem } = lines.at(-1);
    rows.push(...lines.slice(0, -1));
    if (next === null) break;
    expect(problem).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 7 });
    first = parseCursor(next) as number;
  }
  expect(rows).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
  for (const wrong of ['', 'x', Buffer.from('part -1').toString('base64url')]) expect(parseCursor(wrong)).toBeNull();
});

test('a refused or cancelled part stops it with a cursor, and an unexpected error breaks it off', async () => {
  const refused = { cost: 1, read: async () => failure('READINGS_GONE', 'gone') };
  const lines = await readLines(new TextStream([parts[0] as BulkPart, refused], 0).open(free, running));
  expect([lines.length, parseCursor(lines[2].next), lines[2].problem.code]).toEqual([3, 1, 'READINGS_GONE']);
  const cancelled = { cost: 1, read: () => Promise.reject(new Cancelled()) };
  expect(await readLines(new TextStream([cancelled], 4).open(free, running))).toMatchObject([
    { problem: { code: 'OVERLOADED' } },
  ]);
  const broken = { cost: 1, read: () => Promise.reject(new Error('a mistake')) };
  await expect(readLines(new TextStream([broken], 0).open(free, running))).rejects.toThrow('a mistake');
  expect(await readLines(new TextStream(parts, 0).open(free, AbortSignal.abort()))).toMatchObject([
    { problem: { code: 'OVERLOADED' } },
  ]);
});

test('nothing is read ahead of a caller that takes nothing', async () => {
  let read = 0;
  const large = Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
  const many = Array.from({ length: 50 }, () => ({
    cost: 1,
    read: async () => {
      read += 1;
      return large;
    },
  }));
  const stream = new TextStream(many, 0).open(free, running);
  await new Promise((resolve) => stream.once('readable', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read).toBe(1);
  stream.destroy();
});

test('a token has few streams at once, each until it is closed', () => {
  const take = createStreamLimit(2);
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  expect([take(1, first), take(1, second), take(1, new EventEmitter()), take(2, new EventEmitter())]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  first.emit('close');
  expect([take(1, new EventEmitter()), take(1, new EventEmitter())]).toEqual([true, false]);
});

test('a caller who left before the stream began takes no place', () => {
  const take = createStreamLimit(1);
  for (let turn = 0; turn < 3; turn += 1)
    expect(take(1, Object.assign(new EventEmitter(), { destroyed: true }))).toBe(false);
  expect(take(1, new EventEmitter())).toBe(true);
});

test('the personal tokens of a person share their streams, those of programs do not', () => {
  const take = createStreamLimit(1);
  const takeBy = (keyId: number, userId: number | null) =>
    take(getStreamCaller({ keyId, scope: { userId: userId as never } }), new EventEmitter());
  expect([takeBy(1, 7), takeBy(2, 7), takeBy(3, 8), takeBy(7, null), takeBy(8, null)]).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});
