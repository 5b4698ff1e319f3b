import { createClient } from '@clickhouse/client';
import type { Statement } from '../analytics-store.ts';
import { columnsOf } from './columns-of.ts';
import type { Engine } from './engine.ts';
import { readingLimits, writingSettings } from './engine-settings.ts';

const requestMs = 120_000;

/** A ClickHouse server or cluster by its URL; accounts and passwords travel inside the URL. */
export function openServerEngine(url: string): Engine {
  const client = createClient({
    url,
    application: 'atrium',
    request_timeout: requestMs,
    max_open_connections: 10,
    clickhouse_settings: { session_timezone: 'UTC' },
  });
  const run = <Format extends 'JSONEachRow' | 'JSONColumnsWithMetadata'>(
    { sql, params }: Statement,
    maxSeconds: number,
    format: Format,
  ) => {
    const limits = {
      ...readingLimits(maxSeconds),
      do_not_merge_across_partitions_select_final: 1 as const,
      readonly: '1' as const,
    };
    return client.query({ query: sql, query_params: { ...params }, format, clickhouse_settings: limits as never });
  };
  return {
    query: async (statement, maxSeconds) => (await run(statement, maxSeconds, 'JSONEachRow')).json(),
    columns: async (statement, maxSeconds) =>
      columnsOf((await (await run(statement, maxSeconds, 'JSONColumnsWithMetadata')).json()) as never),
    async insert(table, values) {
      const settings = { ...writingSettings, insert_quorum: 'auto' };
      await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: settings as never });
    },
    async command({ sql, params }) {
      await client.command({ query: sql, query_params: { ...params }, clickhouse_settings: { wait_end_of_query: 1 } });
    },
    async ping() {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw answer.error;
    },
    close: () => client.close(),
  };
}
