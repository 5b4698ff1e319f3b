import { AsyncResource } from 'node:async_hooks';
import type pg from 'pg';
import { beginSpan } from '../tracing/index.ts';

type Asked = readonly unknown[];
type Then = (error: Error | undefined, ...told: Asked) => void;

/** Traces each statement within its request. Records only the SQL verb, since texts can contain user input. */
export function tracePool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (then?: Then) => Promise<pg.PoolClient>;
  // Keeps the async context of the request that waited, not that of the one that released the connection.
  Object.assign(pool, { connect: (then?: Then) => connect(then && AsyncResource.bind(then)) });
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...asked: Asked) => unknown;
    Object.assign(client, { query: (...asked: Asked) => tracedQuery(ask, asked) });
  });
}

function tracedQuery(ask: (...asked: Asked) => unknown, asked: Asked): unknown {
  const span = beginSpan('statement', { 'db.system.name': 'postgresql', 'db.operation.name': verbOf(asked[0]) });
  if (span === null) return ask(...asked);
  const then = asked.at(-1);
  if (typeof then === 'function')
    return ask(...asked.slice(0, -1), (error: Error | undefined, ...told: Asked) => {
      span.end(Boolean(error));
      (then as Then)(error, ...told);
    });
  const answer = ask(...asked);
  if (answer instanceof Promise)
    answer.then(
      () => span.end(),
      () => span.end(true),
    );
  return answer;
}

function verbOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : String((asked as { readonly text?: unknown } | null)?.text ?? '');
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'unknown';
}
