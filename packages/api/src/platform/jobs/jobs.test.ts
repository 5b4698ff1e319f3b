import { setTimeout as delay } from 'node:timers/promises';
import { aClock } from '@atrium/testkit/time';
import { eq, inArray, like, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestStores } from '../testing/test-stores.ts';
import { defineJobQueue } from './job-queue.ts';
import { createJobRunner, type JobRunner } from './job-runner.ts';

const stores = useTestStores();
const start = Date.parse('2026-03-01T08:00:00Z');
const clock = aClock(start);

const errands = pgTable('errands', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer(),
  name: text().notNull().unique(),
  state: text().notNull().default('open'),
  attempts: integer().notNull().default(0),
  heldUntil: timestamp({ withTimezone: true }),
  progress: integer().notNull().default(0),
});

const definition = {
  table: errands,
  dueAt: 'heldUntil',
  isUnfinished: inArray(errands.state, ['open']),
  toJob: ({ id, organizationId, attempts, name }: typeof errands.$inferSelect) => ({
    id,
    organizationId,
    attempts,
    name,
  }),
} as const;
const errandQueue = defineJobQueue(definition);
const oneByOne = defineJobQueue({ ...definition, isOnePerOrganization: true });
type Errand = ReturnType<typeof definition.toJob>;

beforeAll(async () => {
  await stores.relational.pool.query(`create table errands (id integer primary key generated always as identity,
    organization_id integer, name text not null unique, state text not null default 'open',
    attempts integer not null default 0, held_until timestamptz, progress integer not null default 0)`);
});
beforeEach(async () => {
  clock.time = start;
  await stores.relational.pool.query('delete from errands');
});

const queue = () => errandQueue(stores.relational.db);
const add = (name: string, organizationId: number | null = 1, db = stores.relational.db) =>
  errandQueue(db).enqueue({ name, organizationId }, [errands.name]);
const claim = (limit = 1, lastTurn = -1, from = queue()) =>
  from.claim({ now: clock.time, until: clock.time + 60_000, limit, lastTurn });
const names = (jobs: readonly Errand[]) => jobs.map(({ name }) => name);
const rows = () => stores.relational.db.select().from(errands).orderBy(errands.id);

describe('a queue', () => {
  it('has a job once its transaction commits, and one for each unique key', async () => {
    const { db } = stores.relational;
    const undone = db.transaction(async (transaction) => {
      await add('undone', 1, transaction);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    const added = await Promise.all(Array.from({ length: 10 }, () => add('once')));
    expect(added.filter((job) => job !== null)).toHaveLength(1);
    expect(names(await claim(10))).toEqual(['once']);
  });

  it('gives each job to one of many that claim at once', async () => {
    for (let i = 0; i < 30; i += 1) await add(`many ${i}`);
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(3)));
    expect(new Set(names(claims.flat())).size).toBe(claims.flat().length);
    expect(claims.flat().length + (await claim(30)).length).toBe(30);
  });

  it('serves organizations in turn, from the one after the last', async () => {
    for (const name of ['a1', 'a2', 'a3']) await add(name, 1);
    for (const name of ['b1', 'b2']) await add(name, 2);
    await add('nobody', null);
    expect(names(await claim(4, 1))).toEqual(['b1', 'nobody', 'a1', 'b2']);
    expect(names(await claim(4, 2))).toEqual(['a2', 'a3']);
  });

  it('never starves an organization that came last, however many wait before it', async () => {
    for (let organization = 1; organization <= 3; organization += 1)
      for (let i = 0; i < 4; i += 1) await add(`${organization} ${i}`, organization);
    await add('late', 4);
    const served: string[] = [];
    let lastTurn = -1;
    for (let turn = 0; turn < 2; turn += 1) {
      const jobs = await claim(2, lastTurn);
      served.push(...names(jobs));
      lastTurn = jobs.at(-1)?.organizationId ?? 0;
    }
    expect(served).toContain('late');
  });

  it('runs one job of an organization at a time where asked to', async () => {
    for (const name of ['a1', 'a2']) await add(name, 1);
    await add('b1', 2);
    const single = oneByOne(stores.relational.db);
    const claims = await Promise.all([1, 2, 3, 4].map(() => claim(2, -1, single)));
    expect(names(claims.flat()).sort()).toEqual(['a1', 'b1']);
    const [a1] = claims.flat().filter(({ name }) => name === 'a1');
    if (a1 === undefined) throw new Error('not claimed');
    await single.update(a1, { state: 'done' });
    expect(names(await claim(2, -1, single))).toEqual(['a2']);
  });

  it('runs one job of an organization in each lane', async () => {
    for (const name of ['small 1', 'large 1', 'small 2', 'large 2']) await add(name, 1);
    const single = oneByOne(stores.relational.db);
    const inLane = (lane: string) =>
      single.claim({ now: clock.time, until: clock.time + 60_000, limit: 5, where: like(errands.name, `${lane}%`) });
    expect(names(await inLane('large'))).toEqual(['large 1']);
    expect(names(await inLane('small'))).toEqual(['small 1']);
    expect([...(await inLane('large')), ...(await inLane('small'))]).toEqual([]);
  });

  it('releases claims, but no job that waits for later, and none that was never claimed', async () => {
    for (const name of ['claimed', 'retried', 'planned']) await add(name);
    const at = (name: string, attempts: number, ms: number) =>
      stores.relational.db
        .update(errands)
        .set({ attempts, heldUntil: new Date(start + ms) })
        .where(eq(errands.name, name));
    await at('claimed', 1, 60_000);
    await at('retried', 1, 60_001);
    await at('planned', 0, 30_000);
    await queue().releaseClaims(start, start + 60_000);
    expect(names(await claim(3))).toEqual(['claimed']);
  });

  it('gives a job again at the end of its lease, and then refuses the former holder', async () => {
    await add('left');
    const [first] = await claim();
    if (first === undefined) throw new Error('not claimed');
    clock.time += 59_999;
    expect(await claim()).toEqual([]);
    expect(await queue().holdUntil(first, start + 120_000, { progress: 7 })).toBe(true);
    clock.time += 1;
    expect(await claim()).toEqual([]);
    clock.time = start + 120_000;
    expect(await claim()).toMatchObject([{ attempts: 2 }]);
    expect(await queue().holdUntil(first, clock.time)).toBe(false);
    expect(await queue().update(first, { state: 'done' })).toBe(false);
    expect(await rows()).toMatchObject([{ state: 'open', progress: 7 }]);
  });

  it('counts what is unfinished, and what else is asked for, with the oldest', async () => {
    const at = new Date(start - 5000);
    await stores.relational.db.insert(errands).values([
      { name: 'one', heldUntil: at },
      { name: 'two', heldUntil: new Date(start) },
      { name: 'gone', state: 'failed' },
      { name: 'done', state: 'done' },
    ]);
    const counts = await queue().countBy(errands.state, errands.heldUntil, sql`${errands.state} = 'failed'`);
    expect(counts.toSorted((one, other) => one.count - other.count)).toEqual([
      { group: 'failed', count: 1, oldest: null },
      { group: 'open', count: 2, oldest: at.getTime() },
    ]);
  });
});

describe('a runner', () => {
  const runners: JobRunner[] = [];
  afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));
  const logError = vi.fn();

  type Work = Parameters<typeof createJobRunner<typeof errands, Errand>>[0];
  function run(perform: Work['perform'], over: Partial<Work> = {}): JobRunner {
    const runner = createJobRunner({
      name: 'errand',
      queue: queue(),
      retryDelaysMs: [1000, 5000],
      perform,
      giveUp: async (job) => void (await queue().update(job, { state: 'failed' })),
      clock,
      logError,
      pollMs: 5,
      leaseMs: 60_000,
      renewMs: 5,
      ...over,
    });
    runners.push(runner);
    runner.start();
    return runner;
  }
  const finish = async (job: Errand) => void (await queue().update(job, { state: 'done' }));
  const states = async () => (await rows()).map(({ state }) => state);

  it('retries after longer and longer delays, and gives up after the last', async () => {
    await add('broken');
    const attempts: number[] = [];
    run(async ({ attempts: attempt }) => {
      attempts.push(attempt);
      throw new Error('broken');
    });
    for (const [failures, pause] of [1000, 5000].entries()) {
      await expect
        .poll(rows, { timeout: 20_000 })
        .toMatchObject([{ attempts: failures + 1, heldUntil: new Date(clock.time + pause) }]);
      clock.time += pause;
    }
    await expect.poll(states, { timeout: 20_000 }).toEqual(['failed']);
    expect(attempts).toEqual([1, 2, 3]);
    expect(logError).toHaveBeenCalledTimes(3);
  });

  it('gives up a job that ended its process in every attempt, without another', async () => {
    await add('deadly');
    for (let crash = 0; crash < 3; crash += 1) {
      expect(await claim()).toHaveLength(1);
      clock.time += 60_000;
    }
    const perform = vi.fn(finish);
    run(perform);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['failed']);
    expect(perform).not.toHaveBeenCalled();
  });

  it('renews the lease with the progress, and aborts a job that was cancelled', async () => {
    await add('long');
    let isAborted = false;
    run(async (_job, { signal, report }) => {
      report({ progress: 42 });
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      isAborted = true;
      signal.throwIfAborted();
    });
    await expect.poll(rows, { timeout: 20_000 }).toMatchObject([{ progress: 42, attempts: 1 }]);
    clock.time += 50_000;
    await expect.poll(rows, { timeout: 20_000 }).toMatchObject([{ heldUntil: new Date(clock.time + 60_000) }]);
    await stores.relational.pool.query("update errands set state = 'cancelled'");
    await expect.poll(() => isAborted, { timeout: 20_000 }).toBe(true);
    expect(await states()).toEqual(['cancelled']);
  });

  it('that stops releases its jobs for another at once, and claims no more', async () => {
    await add('first');
    const begun = Promise.withResolvers<void>();
    const runner = run(async (_job, { signal }) => {
      begun.resolve();
      await delay(60_000, null, { signal });
    });
    await begun.promise;
    await add('second');
    await runner.stop();
    expect(await rows()).toMatchObject([
      { state: 'open', attempts: 1, heldUntil: new Date(clock.time) },
      { attempts: 0 },
    ]);
    run(finish);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done', 'done']);
  });

  it('that is alone continues at once what a killed process had claimed', async () => {
    await add('left');
    const [left] = await claim();
    run(finish);
    await delay(50);
    expect(await states()).toEqual(['open']);
    run(finish, { isAlone: true });
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done']);
    expect(await rows()).toMatchObject([{ attempts: (left?.attempts ?? 0) + 1 }]);
  });

  it('begins at once when it is woken, even while it looks for jobs', async () => {
    const runner = run(finish, { pollMs: 600_000 });
    await add('asked');
    runner.wake();
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done']);
  });

  it('goes on after the database refused a claim', async () => {
    const { claim: claimJobs, ...rest } = queue();
    let refusals = 0;
    await add('patient');
    run(finish, {
      queue: {
        ...rest,
        claim: async (options) => {
          refusals += 1;
          if (refusals < 3) throw new Error('away');
          return claimJobs(options);
        },
      },
    });
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done']);
  });
});
