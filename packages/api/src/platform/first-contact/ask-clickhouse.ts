import { ClickHouseLogLevel, createClient } from '@clickhouse/client';

/** Rejects with what is wrong where a ClickHouse server does not let us in and answer. */
export async function askClickhouse(url: string, answerMs: number): Promise<void> {
  const client = createClient({
    url,
    application: 'atrium',
    request_timeout: answerMs,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const result = await client.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' });
    const rows: unknown = await result.json().catch(() => null);
    // Whatever serves pages answers any question with one.
    if (JSON.stringify(rows) !== '[{"one":1}]') throw new Error('what answers there is no ClickHouse');
  } finally {
    await client.close();
  }
}
