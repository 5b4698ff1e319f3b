import { ClickHouseLogLevel, createClient } from '@clickhouse/client';

/** Rejects with the reason when the ClickHouse server refuses the connection or does not answer. */
export async function checkClickhouse(url: string, answerMs: number): Promise<void> {
  const client = createClient({
    url,
    application: 'atrium',
    request_timeout: answerMs,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const result = await client.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' });
    const rows: unknown = await result.json().catch(() => null);
    // Any web server would answer the query with some page.
    if (JSON.stringify(rows) !== '[{"one":1}]') throw new Error('what answers there is no ClickHouse');
  } finally {
    await client.close();
  }
}
