import { expect, onTestFinished, vi } from 'vitest';
import type { AnalyticsStore } from '../analytics-store.ts';

/** Runs for half an hour unless cancelled. */
const endless = { sql: 'SELECT sum(sleepEachRow(0.000002)) FROM numbers(1000000000)', params: {} };
const waitOptions = { timeout: 30_000, interval: 20 };

async function numberOf(store: AnalyticsStore, sql: string): Promise<number> {
  const [row] = await store.query<{ number: number }>({ sql, params: {} }, { purpose: 'upkeep' });
  return row?.number ?? 0;
}

/** Number of SELECT statements that the engine has started since it was opened, including this one. */
export const countStartedStatements = (store: AnalyticsStore) =>
  numberOf(store, `SELECT value::Float64 AS number FROM system.events WHERE event = 'SelectQuery'`);

/** Number of blocked connections, as the engine sees them. */
export const countBlockedConnections = (store: AnalyticsStore) =>
  numberOf(
    store,
    `SELECT count()::Float64 AS number FROM system.processes
      WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%processes%' AND NOT is_cancelled`,
  );

/** Blocks query connections until the returned function is called or the test ends. */
export async function blockQueries(store: AnalyticsStore, connections: number): Promise<() => Promise<void>> {
  const held = new AbortController();
  const ended = Array.from({ length: connections }, (_, number) =>
    store.query(endless, { owner: { share: [`holder ${number}`, ''], signal: held.signal } }).catch(() => {}),
  );
  const release = async () => {
    held.abort();
    await Promise.all(ended);
  };
  onTestFinished(release);
  await vi.waitFor(async () => expect(await countBlockedConnections(store)).toBe(connections), waitOptions);
  return release;
}
