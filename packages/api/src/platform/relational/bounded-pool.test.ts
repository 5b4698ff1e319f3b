import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { findOverload, Overloaded } from '../failures.ts';
import { databaseUrl } from '../testing/global-setup.ts';
import { BoundedPool, openDatabase } from './relational-store.ts';

afterEach(() => void vi.useRealTimers());

test('a timeout when waiting for a connection asks to retry, also through layers above the pool', async () => {
  const pool = new BoundedPool({
    connectionString: databaseUrl(inject('postgresSocket'), 'template1'),
    max: 1,
    connectionTimeoutMillis: 5000,
  });
  const held = await pool.connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = [pool.query('select 1'), pool.connect(), drizzle(pool).execute(sql`select 1`)];
  const ends = waiting.map((each) => each.then(() => null, findOverload));
  vi.advanceTimersByTime(5000);
  for (const end of await Promise.all(ends)) expect(end).toBeInstanceOf(Overloaded);
  vi.useRealTimers();
  held.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await expect(pool.query('select nothing')).rejects.not.toBeInstanceOf(Overloaded);
  await pool.end();
});

test('a transaction that cannot begin gives its connection back', async () => {
  const pool = new BoundedPool({ connectionString: databaseUrl(inject('postgresSocket'), 'template1'), max: 1 });
  const db = openDatabase(pool);
  const wrong = { isolationLevel: 'none of them' } as never;
  await expect(db.transaction(async () => 'begun', wrong)).rejects.toThrow(/begin isolation level/);
  expect(pool.idleCount).toBe(1);
  const failing = db.transaction(async (transaction) => {
    await transaction.execute(sql`create temporary table kept (one int)`);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await expect(db.execute(sql`select * from kept`)).rejects.toThrow();
  expect((await db.transaction((transaction) => transaction.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
