import type pg from 'pg';
import type { AnalyticsStore } from '../../../src/platform/analytics-store.ts';

/** Work that a document caused. */
export interface Work {
  /** Number of statements in both stores. */
  readonly statements: number;
  /** Rows read by the analytics engine plus rows returned by PostgreSQL. */
  readonly rows: number;
  /** Size of the answer. */
  readonly bytes: number;
}

/** Measures the work of both stores. */
export interface Meter {
  /** Instrumented analytics store for the product. */
  readonly analytics: AnalyticsStore;
  /** Runs work and returns what the stores did meanwhile. */
  during<Value>(run: () => Promise<Value>): Promise<{ readonly value: Value } & Omit<Work, 'bytes'>>;
}

export function createMeter(store: AnalyticsStore, pool: pg.Pool): Meter {
  // Rows read by the measurement itself, since the engine's event counters are a table.
  let own: number | null = null;
  const count = { statements: 0, handed: 0 };
  listenTo(pool, count);
  const analytics: AnalyticsStore = {
    ...store,
    query: (...asked) => {
      count.statements += 1;
      return store.query(...asked);
    },
    columns: (...asked) => {
      count.statements += 1;
      return store.columns(...asked);
    },
  };
  return {
    analytics,
    async during(run) {
      own ??= -(await rowsRead(store)) + (await rowsRead(store));
      const before = { ...count, read: await rowsRead(store) };
      const value = await run();
      const rows = (await rowsRead(store)) - before.read - own + count.handed - before.handed;
      return { value, statements: count.statements - before.statements, rows };
    },
  };
}

async function rowsRead(store: AnalyticsStore): Promise<number> {
  const sql = `SELECT value::Float64 AS number FROM system.events WHERE event = 'SelectedRows'`;
  const [row] = await store.query<{ number: number }>({ sql, params: {} }, { purpose: 'upkeep' });
  return row?.number ?? 0;
}

type Answered = (error: Error | undefined, result: pg.QueryResult | undefined) => void;

/** Counts every statement on every connection of the pool. */
function listenTo(pool: pg.Pool, count: { statements: number; handed: number }): void {
  const known = new WeakSet<object>();
  const hear = (result: pg.QueryResult | undefined) => {
    count.handed += result?.rows?.length ?? 0;
  };
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const ask = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const heard = (...asked: unknown[]) => {
      count.statements += 1;
      const then = asked.at(-1);
      if (typeof then === 'function')
        return ask(...asked.slice(0, -1), (error: Error | undefined, result: pg.QueryResult | undefined) => {
          hear(result);
          (then as Answered)(error, result);
        });
      const answer = ask(...asked);
      if (answer instanceof Promise) answer.then(hear, () => {});
      return answer;
    };
    Object.assign(client, { query: heard });
  });
}
