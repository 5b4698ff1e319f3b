import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { Cancelled, Overloaded } from '../failures.ts';
import { ConnectionPool, type PoolLimits } from './connection-pool.ts';
import type { QueryOwner } from './query-owner.ts';

const limits: PoolLimits = {
  connections: 2,
  waiting: [100, 100, 100],
  wait: 1000,
  startedWaitMs: 3000,
  maxPerOrganization: 2,
  maxLarge: 2,
  retryAfter: 7,
};

/** Pool whose statements the test ends, and the outcome of each. */
function laneOf(of: Partial<PoolLimits> = {}) {
  const clock = aClock(0);
  const connections = Array.from({ length: of.connections ?? limits.connections }, (_, number) => ({ number }));
  const lane = new ConnectionPool(connections, { ...limits, ...of }, clock);
  const begun: string[] = [];
  const busy = new Set<object>();
  const ends = new Map<string, (failure?: Error) => void>();
  const ask = (name: string, owner?: QueryOwner) => {
    const answer = lane.run(async (connection) => {
      expect(busy.has(connection)).toBe(false);
      busy.add(connection);
      begun.push(name);
      await new Promise<void>((resolve, reject) => {
        ends.set(name, (failure) => (failure ? reject(failure) : resolve()));
      }).finally(() => busy.delete(connection));
      return name;
    }, owner);
    answer.catch(() => {});
    return answer;
  };
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { lane, clock, ask, begun, end };
}

const somebody = (organization = 'one', person = 'somebody', signal?: AbortSignal): QueryOwner => ({
  share: [organization, person],
  signal,
});

test('each connection runs one statement at a time, and the next one after it succeeds or fails', async () => {
  const { ask, begun, end } = laneOf();
  const answers = ['a', 'b', 'c', 'd'].map((name) => ask(name));
  expect(begun).toEqual(['a', 'b']);
  await end('b', new Error('broken'));
  await expect(answers[1]).rejects.toThrow('broken');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  await end('d');
  expect(await Promise.all([answers[0], answers[2], answers[3]])).toEqual(['a', 'c', 'd']);
});

test('the first connection is for a statement that runs alone, and for others only when no other is free', async () => {
  const { lane, ask, end } = laneOf({ connections: 3, maxPerOrganization: 3 });
  const numbers: number[] = [];
  const run = async (until: Promise<void>) => {
    await lane.run(async ({ number }) => {
      numbers.push(number);
      await until;
    });
    // Also waits until the pool has noticed.
    await end('it');
  };
  await run(Promise.resolve());
  const held = Promise.withResolvers<void>();
  const all = [run(held.promise), run(held.promise), run(held.promise)];
  expect(numbers.splice(0)).toEqual([0, 0, 2, 1]);
  held.resolve();
  await Promise.all(all);
  void ask('alone');
  await run(Promise.resolve());
  await end('alone');
  await run(Promise.resolve());
  expect(numbers).toEqual([expect.not.toBeOneOf([0]), 0]);
});

test.each<[string, Partial<PoolLimits>, readonly QueryOwner[], readonly boolean[]]>([
  ['all', { waiting: [2, 9, 9] }, [somebody(), somebody('two'), somebody('three')], [true, true, false]],
  [
    'an organization',
    { waiting: [9, 1, 9] },
    [somebody(), somebody('one', 'other'), somebody('two')],
    [true, false, true],
  ],
  ['a person', { waiting: [9, 9, 1] }, [somebody(), somebody(), somebody('one', 'other')], [true, false, true]],
])('statements beyond the queue limit of %s are refused at once, with a retry time', async (_, few, askers, taken) => {
  const { ask, end, begun } = laneOf({ connections: 1, ...few });
  void ask('running');
  const answers = askers.map((owner, index) => ask(`${index}`, owner));
  for (const [index, answer] of answers.entries())
    if (taken[index] === false) await expect(answer).rejects.toMatchObject({ retryAfter: 7 });
  await end('running');
  for (const index of taken.keys()) await end(`${index}`);
  expect(begun).toEqual(['running', ...[...taken.keys()].filter((index) => taken[index]).map(String)]);
});

test('an admitted query is not refused halfway, and goes before later ones', async () => {
  const { ask, begun, end } = laneOf({ connections: 1, waiting: [2, 2, 2] });
  const [early, late] = [somebody(), somebody()];
  void ask('early 1', early);
  void ask('late 1', late);
  void ask('late 2', late);
  await expect(ask('refused', somebody())).rejects.toBeInstanceOf(Overloaded);
  const second = ask('early 2', early);
  await end('early 1');
  await end('early 2');
  expect(await second).toBe('early 2');
  await end('late 1');
  expect(begun).toEqual(['early 1', 'early 2', 'late 1', 'late 2']);
});

test('a queued statement past its timeout is refused and never runs', async () => {
  const { lane, clock, ask, begun, end } = laneOf({ connections: 1 });
  void ask('long');
  const old = ask('old');
  clock.time = 999;
  const young = ask('young');
  lane.refuseOverdue();
  clock.time = 1000;
  lane.refuseOverdue();
  await expect(old).rejects.toMatchObject({ retryAfter: 7 });
  const neverLookedAt = ask('never looked at');
  await end('long');
  await end('young');
  expect(await young).toBe('young');
  await end('never looked at');
  expect(await neverLookedAt).toBe('never looked at');
  expect(begun).toEqual(['long', 'young', 'never looked at']);
});

test('later statements of a started query may wait longer', async () => {
  const { lane, clock, ask, begun, end } = laneOf({ connections: 1 });
  const [early, late] = [somebody(), somebody()];
  void ask('early 1', early);
  const second = ask('early 2', early);
  const refused = ask('late', late);
  clock.time = 1000;
  lane.refuseOverdue();
  await expect(refused).rejects.toBeInstanceOf(Overloaded);
  clock.time = 2999;
  lane.refuseOverdue();
  const third = ask('early 3', early);
  await end('early 1');
  await end('early 2');
  expect(await second).toBe('early 2');
  void ask('long');
  await end('early 3');
  expect(await third).toBe('early 3');
  const fourth = ask('early 4', early);
  clock.time = 5999;
  lane.refuseOverdue();
  await expect(fourth).rejects.toBeInstanceOf(Overloaded);
  expect(begun).toEqual(['early 1', 'early 2', 'early 3', 'long']);
});

test('a statement whose timeout passed before its turn is refused, even between two checks', async () => {
  const { clock, ask, begun, end } = laneOf({ connections: 1 });
  void ask('long');
  const old = ask('old');
  clock.time = 1000;
  await end('long');
  await expect(old).rejects.toBeInstanceOf(Overloaded);
  expect(begun).toEqual(['long']);
});

test('a queued statement whose caller disconnects is dropped and frees its place', async () => {
  const { ask, begun, end } = laneOf({ connections: 1, waiting: [1, 1, 1] });
  void ask('running');
  const leaving = new AbortController();
  const dropped = ask('dropped', somebody('one', 'somebody', leaving.signal));
  leaving.abort();
  await expect(dropped).rejects.toBeInstanceOf(Cancelled);
  await expect(ask('too late', somebody('one', 'somebody', leaving.signal))).rejects.toBeInstanceOf(Cancelled);
  void ask('next', somebody());
  await end('running');
  expect(begun).toEqual(['running', 'next']);
});

test('one organization leaves a connection to others', async () => {
  const { ask, begun, end } = laneOf({ connections: 2, maxPerOrganization: 1 });
  for (const name of ['a1', 'a2', 'a3']) void ask(name, somebody('a'));
  void ask('b1', somebody('b'));
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('closing refuses queued statements and resolves when running ones have ended', async () => {
  const { lane, ask, end } = laneOf({ connections: 1 });
  const running = ask('running');
  const waiting = ask('waiting');
  let isClosed = false;
  const closing = lane.close().then(() => {
    isClosed = true;
  });
  await expect(waiting).rejects.toBeInstanceOf(Overloaded);
  await expect(ask('too late')).rejects.toBeInstanceOf(Overloaded);
  expect(isClosed).toBe(false);
  await end('running');
  await closing;
  expect(await running).toBe('running');
});

test('large queries leave a connection to small ones, also of the same person, and get their turns', async () => {
  const { lane, ask, begun, end } = laneOf({ connections: 3, maxPerOrganization: 3, waiting: [3, 3, 3] });
  const large = (name: string) => ask(name, { ...somebody(), isLarge: true });
  for (const name of ['year 1', 'year 2', 'year 3', 'year 4', 'year 5']) large(name);
  await expect(large('year 6')).rejects.toBeInstanceOf(Overloaded);
  expect([begun, lane.counts]).toEqual([['year 1', 'year 2'], { running: 2, waiting: 3 }]);
  // The queue of large queries is full, which does not affect a page.
  for (const name of ['page 1', 'page 2', 'page 3']) ask(name, somebody());
  expect(begun.slice(2)).toEqual(['page 1']);
  await end('year 1');
  expect(begun.slice(3)).toEqual(['year 3']);
  await end('year 2');
  await end('page 1');
  expect(begun.slice(4)).toEqual(['page 2', 'year 4']);
});

test('a refusal can be predicted; an admitted query always has room', async () => {
  const { lane, ask, begun, end } = laneOf({ connections: 1, maxPerOrganization: 1, waiting: [100, 100, 1] });
  const [first, second] = [somebody(), somebody()];
  const large = { ...somebody(), isLarge: true };
  ask('a', first);
  expect(lane.findOverload(second)).toBeNull();
  ask('b', second);
  expect(lane.findOverload(somebody())).toMatchObject({ retryAfter: 7 });
  expect([first, second, large, somebody('one', 'another')].map((owner) => lane.findOverload(owner))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  expect(lane.findOverload(somebody())).toBeNull();
  const closed = lane.close();
  expect(lane.findOverload(second)).toBeInstanceOf(Overloaded);
  await end('b');
  await closed;
});
