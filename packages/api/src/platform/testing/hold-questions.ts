import { expect, onTestFinished, vi } from 'vitest';
import type { AnalyticsStore } from '../analytics-store.ts';

/** Half an hour: it ends because it is told to. */
const endless = { sql: 'SELECT sum(sleepEachRow(0.000002)) FROM numbers(1000000000)', params: {} };
const patience = { timeout: 30_000, interval: 20 };

async function numberOf(store: AnalyticsStore, sql: string): Promise<number> {
  const [row] = await store.query<{ number: number }>({ sql, params: {} }, { purpose: 'upkeep' });
  return row?.number ?? 0;
}

/** Reading statements that the engine has begun since it is open, this one included. */
export const statementsBegun = (store: AnalyticsStore) =>
  numberOf(store, `SELECT value::Float64 AS number FROM system.events WHERE event = 'SelectQuery'`);

/** Held connections as the engine itself knows of them. */
export const connectionsHeld = (store: AnalyticsStore) =>
  numberOf(
    store,
    `SELECT count()::Float64 AS number FROM system.processes
      WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%processes%' AND NOT is_cancelled`,
  );

/** Takes connections for questions until the answer is called, or the test is over. */
export async function holdQuestions(store: AnalyticsStore, connections: number): Promise<() => Promise<void>> {
  const held = new AbortController();
  const ended = Array.from({ length: connections }, (_, number) =>
    store.query(endless, { asker: { share: [`holder ${number}`, ''], signal: held.signal } }).catch(() => {}),
  );
  const release = async () => {
    held.abort();
    await Promise.all(ended);
  };
  onTestFinished(release);
  await vi.waitFor(async () => expect(await connectionsHeld(store)).toBe(connections), patience);
  return release;
}
