import { join } from 'node:path';
import pg from 'pg';
import { readPidFile } from '../relational/embedded/leftover-server.ts';
import { readPassword } from '../relational/embedded/password.ts';

/** A connection of one's own to the embedded PostgreSQL of a data folder that is being served. */
export async function connectEmbedded(folder: string): Promise<pg.Client> {
  const place = join(folder, 'postgres');
  const host = (await readPidFile(place))?.socketFolder ?? '';
  const client = new pg.Client({
    host,
    user: 'atrium',
    password: (await readPassword(place)) ?? '',
    database: 'postgres',
  });
  // A server that is killed takes it along.
  client.on('error', () => {});
  await client.connect();
  return client;
}
