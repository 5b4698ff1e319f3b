import pg from 'pg';

/** Rejects with what is wrong where a PostgreSQL server does not let us in and answer. */
export async function askPostgres(url: string, answerMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    application_name: 'atrium',
  });
  // What breaks rejects the question; unheard, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    // Nobody waits for a goodbye that a silent server may never answer.
    void client.end().catch(() => {});
  }
}
