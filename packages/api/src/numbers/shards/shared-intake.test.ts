import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import type { Calls } from '../../platform/bus/calls.ts';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import type { ReadingRow } from '../ingest/index.ts';
import type { ShardOwner } from './shard-owner.ts';
import { createSharedIntake } from './shared-intake.ts';
import { ClaimChecks, getStoreCallName, type StoreRequest } from './store-requests.ts';

const row = { organization: 1, installation: 16, device: 1, metric: 'affluenceIn', at: 0, value: 1 };
const rows = [row] as unknown as readonly ReadingRow[];
const stored = { ok: true, value: { accepted: 1, unchanged: 0, corrected: 0 } } as const;

/** Creates processes that call each other; requests to owners are held until released. */
function line() {
  const serving = new Map<string, (question: never) => Promise<unknown>>();
  const underWay: (() => void)[] = [];
  const calls: Calls = {
    call: (name, question) =>
      new Promise((resolve) => {
        /** Calls without an answer end with an error, however late. */
        const arrive = async () => {
          const answer = await serving.get(name)?.(question as never);
          resolve(answer === undefined ? null : { answer: answer as never });
        };
        if (name.startsWith('readings.store')) underWay.push(() => void arrive());
        else void arrive();
      }),
    serve(name, answer) {
      serving.set(name, answer);
      return () => void serving.delete(name);
    },
  };
  return { calls, underWay };
}

function processes() {
  const bus = createInProcessBus({ error: () => {} });
  const { calls, underWay } = line();
  let time = 0;
  const owners = new Map<number, ShardOwner>();
  const intake = createSharedIntake({ calls, bus, owners, maxWaiting: 100, now: () => time });
  const taken: (readonly ReadingRow[])[] = [];
  const own = () => {
    const claims = new ClaimChecks(calls);
    return calls.serve(getStoreCallName(0), async (asked: StoreRequest) => {
      if (!(await claims.isWanted(asked))) return undefined;
      taken.push(asked.rows);
      return stored;
    });
  };
  /** Advances the time and lets pending retries run. */
  const passed = async (milliseconds: number) => {
    await delay(150);
    time += milliseconds;
    await delay(150);
  };
  /** Delivers all pending requests. */
  const arrive = async () => {
    await delay(5);
    for (const each of underWay.splice(0)) each();
    await delay(5);
  };
  return { bus, intake, underWay, taken, own, passed, arrive };
}

const codeOf = (result: Result<unknown, { code: string }>) => (result.ok ? 'stored' : result.error.code);

test('readings are forwarded to their owner, which asks back whether they are still wanted', async () => {
  const { intake, taken, own, arrive } = processes();
  own();
  const sent = intake.submit(rows);
  await Promise.resolve();
  expect(intake.waiting).toBe(1);
  await arrive();
  expect(await sent).toEqual(stored);
  expect([taken.length, intake.waiting]).toEqual([1, 0]);
});

test('a new owner is asked at once, but not after the sender may have given up', async () => {
  const { bus, intake, underWay, passed, taken, own, arrive } = processes();
  own();
  const early = intake.submit(rows);
  await passed(3000);
  underWay.splice(0);
  bus.publish('shard.taken', { shard: 0 });
  await passed(200);
  await arrive();
  expect(await early).toEqual(stored);
  const late = intake.submit(rows);
  await passed(8000);
  underWay.splice(0);
  bus.publish('shard.taken', { shard: 0 });
  await passed(200);
  expect(underWay).toEqual([]);
  expect(codeOf(await late)).toBe('OVERLOADED');
  expect(taken).toHaveLength(1);
});

test('requests delayed until the sender may have given up are not stored', async () => {
  const { intake, passed, taken, own, arrive } = processes();
  own();
  const sent = intake.submit(rows);
  await passed(5100);
  await arrive();
  expect(codeOf(await sent)).toBe('OVERLOADED');
  expect(taken).toEqual([]);
});

test('neither are requests that a former owner reads late or that waited here too long', async () => {
  const { bus, intake, underWay, passed, taken, own, arrive } = processes();
  own();
  const sent = intake.submit(rows);
  await Promise.resolve();
  bus.publish('shard.taken', { shard: 0 });
  await passed(200);
  expect(underWay).toHaveLength(2);
  await arrive();
  expect(await sent).toEqual(stored);
  expect(taken).toHaveLength(1);
  expect(codeOf(await intake.submit(rows, -6000))).toBe('OVERLOADED');
  expect(underWay).toEqual([]);
});

test('requests that may be lost are repeated, and pending readings are limited', async () => {
  const { bus, intake, underWay, passed, own, arrive } = processes();
  own();
  const sent = intake.submit(rows);
  await Promise.resolve();
  underWay.splice(0);
  bus.publish('bus.missed', {});
  await passed(200);
  await arrive();
  expect(await sent).toEqual(stored);
  const many = Array.from({ length: 100 }, () => row) as unknown as readonly ReadingRow[];
  const first = intake.submit(many);
  await Promise.resolve();
  expect([intake.isFull, codeOf(await intake.submit(rows))]).toEqual([true, 'OVERLOADED']);
  await arrive();
  await first;
  expect(intake.isFull).toBe(false);
});
