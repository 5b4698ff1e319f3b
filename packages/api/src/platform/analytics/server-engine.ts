import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '@atrium/domain/core';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Statement } from '../analytics-store.ts';
import { Cancelled } from '../failures.ts';
import type { Engine, Reading } from './engine.ts';
import { toColumns } from './engine.ts';
import { type EnginePoolLimits, type PoolName, StatementPool, serverPoolLimits } from './engine-pools.ts';
import { loadingSettings, readingLimits, writingSettings } from './engine-settings.ts';

const requestMs = 120_000;
/** Connections reserved for pings, beside those of the pools, so that a busy server still answers them. */
const forPings = 2;

/** Connects to a ClickHouse server or cluster. The URL includes the user and password. */
export function openServerEngine(url: string, clock: Clock, limits: EnginePoolLimits = serverPoolLimits): Engine {
  const client = createClient({
    url,
    application: 'atrium',
    request_timeout: requestMs,
    max_open_connections: Object.values(limits).reduce((sum, lane) => sum + lane.connections, forPings),
    clickhouse_settings: { session_timezone: 'UTC' },
    // Callers get every error themselves, including aborts that they caused.
    log: { level: ClickHouseLogLevel.OFF },
  });
  // All connections are alike, so a pool is just a number of permits.
  const laneOf = (name: PoolName) =>
    new StatementPool(Array<null>(limits[name].connections).fill(null), limits, clock, name);
  const [inserts, commands] = [laneOf('inserts'), laneOf('commands')];
  const readers = { question: laneOf('question'), ingestion: laneOf('ingestion'), upkeep: laneOf('upkeep') };
  return {
    query: (statement, reading) =>
      readers[reading.purpose].run(() => read(client, statement, reading, 'JSONEachRow'), reading.owner),
    columns: async (statement, reading) =>
      toColumns(
        await readers[reading.purpose].run(
          () => read(client, statement, reading, 'JSONColumnsWithMetadata'),
          reading.owner,
        ),
      ),
    insert: (table, values) =>
      inserts.run(async () => {
        const settings = { ...writingSettings, insert_quorum: 'auto' };
        await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: settings as never });
      }),
    dump: ({ sql, params }, { purpose, maxSeconds }) =>
      readers[purpose].run(async () => {
        const settings = { ...readingLimits(maxSeconds), readonly: '1' };
        const query = `${sql} FORMAT Native`;
        const asked = { query, query_params: { ...params }, clickhouse_settings: settings as never };
        return buffer((await client.exec(asked)).stream);
      }),
    load: (table, columns, rows) =>
      commands.run(async () => {
        const query = `INSERT INTO ${table} (${columns.join(', ')}) FORMAT Native`;
        const settings = { ...loadingSettings, insert_quorum: 'auto', wait_end_of_query: 1 };
        const asked = { query, values: Readable.from([rows]), clickhouse_settings: settings as never };
        await buffer((await client.exec(asked)).stream);
      }),
    command: ({ sql, params }) =>
      commands.run(async () => {
        const settings = { wait_end_of_query: 1 } as const;
        await client.command({ query: sql, query_params: { ...params }, clickhouse_settings: settings });
      }),
    findOverload: ({ purpose, owner }) => readers[purpose].findOverload(owner),
    lines: () => Object.entries({ inserts, commands, ...readers }).map(([name, lane]) => ({ name, ...lane.counts })),
    async ping() {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw answer.error;
    },
    async close() {
      await Promise.all([inserts, commands, ...Object.values(readers)].map((lane) => lane.close()));
      await client.close();
    },
  };
}

async function read(
  client: ClickHouseClient,
  { sql, params }: Statement,
  { maxSeconds, owner }: Reading,
  format: 'JSONEachRow' | 'JSONColumnsWithMetadata',
): Promise<never> {
  const settings = {
    ...readingLimits(maxSeconds),
    // Ends a statement when its request is closed.
    cancel_http_readonly_queries_on_client_close: 1,
    readonly: '1',
  };
  const signal = owner?.signal;
  try {
    const result = await client.query({
      query: sql,
      query_params: { ...params },
      format,
      clickhouse_settings: settings as never,
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    return (await result.json()) as never;
  } catch (error) {
    throw signal?.aborted ? new Cancelled() : error;
  }
}
