import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { findOverload, Overloaded } from '../failures.ts';
import { databaseUrl } from '../testing/global-setup.ts';
import { BoundedPool } from './relational-store.ts';

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
