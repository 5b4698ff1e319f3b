import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './global-setup.ts';

export interface EmptyDatabase {
  readonly name: string;
  readonly url: string;
  /** Connection to another database on the same server. */
  readonly admin: pg.Client;
  drop(): Promise<void>;
}

/** Creates an empty database on the run's PostgreSQL, from the one template that never has connections. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const socket = inject('postgresSocket');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: databaseUrl(socket, 'template1') });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  return {
    name,
    url: databaseUrl(socket, name),
    admin,
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
