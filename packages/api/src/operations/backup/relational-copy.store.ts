import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { CopiedSequence } from './manifest.ts';

/**
 * Disables timeouts, since a copy takes longer than a request may. Fixes the time zone, so that timestamps read the
 * same everywhere.
 */
const patient = `set local timezone = 'UTC'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

type Client = Pick<pg.PoolClient, 'query'>;

export interface TableToCopy {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Reads and writes rows, sequences and constraints of the relational store. Names come from its catalog or a validated
 * manifest.
 */
export function relationalCopyStore(client: Client) {
  const rowsOf = async <Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await client.query(sql, [...values])).rows;

  return {
    /** Starts a snapshot: everything read until `commit` is of one instant, independent of session settings. */
    async beginSnapshot(): Promise<void> {
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query(patient);
    },

    async begin(): Promise<void> {
      await client.query('begin');
      await client.query(patient);
    },
    commit: () => client.query('commit'),

    /** Our tables. Generated columns are left out, since PostgreSQL computes them. */
    tables: () =>
      rowsOf<TableToCopy>(`
        select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        group by table_name order by table_name`),

    sequences: () =>
      rowsOf<CopiedSequence>(`
        select sequencename as name, last_value::float8 as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by sequencename`),

    async migrations(): Promise<readonly number[]> {
      const rows = await rowsOf<{ at: string }>(
        'select created_at as at from drizzle.__drizzle_migrations order by created_at',
      );
      return rows.map(({ at }) => Number(at));
    },

    /** Returns the number of rows and a digest that changes with any row or value. */
    async digest({ name, columns }: TableToCopy): Promise<{ readonly rows: number; readonly digest: string }> {
      const listed = columns.map(quoted).join(', ');
      const [row] = await rowsOf<{ rows: number; digest: string }>(`
        select count(*)::float8 as rows, coalesce(sum(hashtextextended(copied::text, 0)::numeric), 0)::text as digest
        from (select ${listed} from ${quoted(name)}) as copied`);
      return row ?? { rows: 0, digest: '0' };
    },

    read: ({ name, columns }: TableToCopy): Readable =>
      client.query(to(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)),

    write: ({ name, columns }: TableToCopy, chunks: AsyncIterable<Uint8Array>): Promise<void> =>
      pipeline(
        Readable.from(chunks, { objectMode: false }),
        client.query(from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`)),
      ),

    async empty(name: string): Promise<void> {
      await client.query(`delete from ${quoted(name)}`);
    },

    /** Foreign keys, dropped before rows are loaded in any order. Adding them again afterwards checks every row. */
    foreignKeys: () =>
      rowsOf<ForeignKey>(`
        select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`),
    dropForeignKey: ({ table, name }: ForeignKey) => client.query(`alter table ${table} drop constraint ${name}`),
    addForeignKey: ({ table, name, rule }: ForeignKey) =>
      client.query(`alter table ${table} add constraint ${name} ${rule}`),

    /** Disables triggers during a restore: they are meant for edits by users. */
    setTriggers: (name: string, areOn: boolean) =>
      client.query(`alter table ${quoted(name)} ${areOn ? 'enable' : 'disable'} trigger user`),

    setSequence: ({ name, last }: CopiedSequence) =>
      client.query('select setval($1::regclass, $2)', [quoted(name), last]),

    /** Whether a restore would find no existing rows. */
    async isEmpty(): Promise<boolean> {
      const [row] = await rowsOf<{ found: boolean }>(
        `select exists (select from pg_tables where schemaname in ('public', 'drizzle')) as found`,
      );
      return row?.found !== true;
    },

    removeEverything: () =>
      client.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public'),
  };
}

export type RelationalCopyStore = ReturnType<typeof relationalCopyStore>;

export interface ForeignKey {
  /** Quoted table and constraint names. */
  readonly table: string;
  readonly name: string;
  readonly rule: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
