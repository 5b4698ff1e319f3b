import { expect, test } from 'vitest';
import { Overloaded } from '../failures.ts';
import { createYield } from './event-loop.ts';
import { limitConcurrency, shareCapacity } from './share-capacity.ts';
import { runPeriodically } from './timing.ts';

/** Work that the test ends, and a list of what has started. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

test('limits concurrency: further calls wait in order', async () => {
  const { begun, work, end } = heldWork();
  const one = limitConcurrency(work, 1);
  const [first, second] = [one('first'), one('second')];
  expect(begun).toEqual(['first']);
  end('first');
  expect(await first).toBe('first');
  await expect.poll(() => begun).toEqual(['first', 'second']);
  const third = one('third');
  end('second');
  expect(await second).toBe('second');
  await expect.poll(() => begun).toEqual(['first', 'second', 'third']);
  end('third');
  expect(await third).toBe('third');
});

test('shared capacity: an organization that requests all of it neither uses nor fills the share of others', async () => {
  const { begun, work, end } = heldWork();
  const capacity = shareCapacity({ concurrency: 2, perOwner: 1, waiting: [9, 2, 2], waitMs: 60_000 });
  const run = (organization: string, name: string) =>
    capacity.run(() => work(name), { share: [organization, 'somebody'] });
  const greedy = ['g1', 'g2', 'g3'].map((name) => run('greedy', name));
  await expect(run('greedy', 'g4')).rejects.toThrow(Overloaded);
  const other = [run('other', 'o1'), run('other', 'o2')];
  expect(begun).toEqual(['g1', 'o1']);
  end('o1');
  await expect.poll(() => begun).toEqual(['g1', 'o1', 'o2']);
  const third = run('third', 't1');
  end('g1');
  await expect.poll(() => begun.slice(3)).toHaveLength(1);
  for (const name of ['o2', 'g2', 't1', 'g3']) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  expect(await Promise.all([...greedy, ...other, third])).toEqual(['g1', 'g2', 'g3', 'o1', 'o2', 't1']);
});

test('runs periodically: a failed run is reported and followed by the next, and none follows a stop', async () => {
  let count = 0;
  const failures: unknown[] = [];
  const work = runPeriodically(
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

test('yields to the event loop: after a long computation others run, and all continue in order', async () => {
  let time = 0;
  const yieldToEventLoop = createYield(() => time);
  const heard: string[] = [];
  const compute = async (name: string, ms: number) => {
    await yieldToEventLoop();
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
