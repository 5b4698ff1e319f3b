import { expect, test } from 'vitest';
import { Overloaded } from '../overloaded.ts';
import { fewAtOnce } from './few-at-once.ts';
import { ownTurn } from './own-turn.ts';
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

test('own turns: who computes for long is followed by others who have come, and all go on in their order', async () => {
  const heard: string[] = [];
  const compute = async (name: string, ms: number) => {
    await ownTurn();
    heard.push(name);
    for (const end = performance.now() + ms; performance.now() < end; );
  };
  const all = [compute('alone', 0), compute('first', 30), compute('second', 0), compute('third', 30)];
  const other = setInterval(() => heard.push('other'), 1);
  await Promise.all(all);
  clearInterval(other);
  expect(heard.filter((name) => name !== 'other')).toEqual(['alone', 'first', 'second', 'third']);
  expect(heard.slice(heard.indexOf('first') + 1, heard.indexOf('second'))).toContain('other');
  expect(heard.slice(heard.indexOf('second') + 1, heard.indexOf('third'))).not.toContain('other');
});
