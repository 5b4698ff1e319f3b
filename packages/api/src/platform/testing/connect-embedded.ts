import { join } from 'node:path';
import pg from 'pg';
import { readPassword } from '../relational/embedded-postgres.ts';
import { readPidFile } from '../relational/stop-leftover-server.ts';

/** Opens a separate connection to the embedded PostgreSQL of a data folder in use. */
export async function connectEmbedded(folder: string): Promise<pg.Client> {
  const place = join(folder, 'postgres');
  const host = (await readPidFile(place))?.socketFolder ?? '';
  const client = new pg.Client({
    host,
    user: 'atrium',
    password: (await readPassword(place)) ?? '',
    database: 'postgres',
  });
  // Killing the server also breaks this connection.
  client.on('error', () => {});
  await client.connect();
  return client;
}
