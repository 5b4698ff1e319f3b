import pg from 'pg';

/** Rejects with the reason when the PostgreSQL server refuses the connection or does not answer. */
export async function checkPostgres(url: string, answerMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    application_name: 'atrium',
  });
  // The failure also rejects the query. An unhandled error event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // Not awaited, because a silent server may never close the connection.
    void client.end().catch(() => {});
  }
}
