import { expect, test } from 'vitest';
import { Overloaded } from '../overloaded.ts';
import { fewAtOnce } from './few-at-once.ts';
import { computingTurns } from './own-turn.ts';
import { rounds } from './rounds.ts';

test('few at once: the others wait in their order, and whoever comes besides is refused', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = fewAtOnce(
    (name: string) => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    1,
    1,
  );
  const [first, second] = [work('first'), work('second')];
  await expect(work('third')).rejects.toThrow(Overloaded);
  expect(begun).toEqual(['first']);
  ends.shift()?.();
  expect(await first).toBe('first');
  await expect.poll(() => begun).toEqual(['first', 'second']);
  const fourth = work('fourth');
  ends.shift()?.();
  expect(await second).toBe('second');
  await expect.poll(() => begun).toEqual(['first', 'second', 'fourth']);
  ends.shift()?.();
  expect(await fourth).toBe('fourth');
});

test('rounds: one that fails is told and followed by the next, and none follows a stop', async () => {
  let count = 0;
  const failures: unknown[] = [];
  const work = rounds(
    async () => {
      count += 1;
      if (count === 1) throw new Error('away');
    },
    1,
    (error) => failures.push(error),
  );
  work.start();
  await expect.poll(() => count).toBeGreaterThan(2);
  await work.stop();
  const stoppedAt = count;
  expect(failures).toMatchObject([{ message: 'away' }]);
  await new Promise((resume) => setTimeout(resume, 20));
  expect(count).toBe(stoppedAt);
});

test('computing takes turns: who takes long is followed by others who have come, and all go on in their order', async () => {
  let time = 0;
  const ownTurn = computingTurns(() => time);
  const heard: string[] = [];
  const compute = async (name: string, ms: number) => {
    await ownTurn();
    heard.push(name);
    time += ms;
  };
  let isOver = false;
  const others = () => {
    if (isOver) return;
    heard.push('others');
    setImmediate(others);
  };
  const all = [compute('alone', 0), compute('first', 30), compute('second', 0), compute('third', 30)];
  setImmediate(others);
  await Promise.all(all);
  isOver = true;
  const between = (from: string, to: string) => heard.slice(heard.indexOf(from) + 1, heard.indexOf(to));
  expect(heard.filter((name) => name !== 'others')).toEqual(['alone', 'first', 'second', 'third']);
  expect(between('first', 'second')).toContain('others');
  expect(between('second', 'third')).toEqual([]);
});
