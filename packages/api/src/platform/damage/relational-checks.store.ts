import type pg from 'pg';
import { isRelationalCorruption } from '../relational/relational-errors.ts';

/** Object that is read completely: a table in the order of one of its indexes, or a sequence. */
interface TableScan {
  /** The table's file is empty while its index has more than one page, or the file ends within a page. */
  readonly isSuspect: boolean;
  /** Name shown to operators: the table, with the index unless it is the primary key, or the sequence. */
  readonly what: string;
  readonly statement: string;
}

/** Rows per statement, so that each ends well within its timeout, however large the table is. */
const rowsPerStatement = 5000;

/**
 * All B-tree indexes, and all sequences. Reading by primary key covers whole rows, including their long values; reading
 * by other indexes covers only what they point to.
 */
const scansSql = `
  select 'table ' || quote_ident(c.relname) || case when i.indisprimary then '' else ', index ' || quote_ident(x.relname) end as what,
    (pg_relation_size(c.oid) = 0 and pg_relation_size(x.oid) > current_setting('block_size')::int)
      or pg_relation_size(c.oid) % current_setting('block_size')::int > 0 as "isSuspect",
    'select ' || case when i.indisprimary then 'hashtext(whole_row::text)' else '1' end || ' from ' || i.indrelid::regclass
      || ' as whole_row' || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') || ' order by ' ||
    (select string_agg(pg_get_indexdef(i.indexrelid, place, true)
        || case when i.indoption[place - 1] & 1 = 1 then ' desc' else '' end
        || case when i.indoption[place - 1] & 2 = 2 then ' nulls first' else ' nulls last' end, ', ' order by place)
      from generate_series(1, i.indnkeyatts) as place) as statement
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_class x on x.oid = i.indexrelid
  join pg_am m on m.oid = x.relam
  where c.relnamespace = 'public'::regnamespace and m.amname = 'btree' and i.indisvalid
  union all
  select 'sequence ' || quote_ident(relname), false, 'select last_value from ' || oid::regclass
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
  order by what`;

/**
 * Checks the relational store's tables by reading them. PostgreSQL verifies the checksum of each page it reads. Each
 * row in an index must exist, which detects a truncated table.
 */
export function openRelationalChecks(pool: Pick<pg.Pool, 'query' | 'connect'>) {
  return {
    async walks(): Promise<readonly TableScan[]> {
      const { rows } = await pool.query(scansSql);
      return rows;
    },

    /** Returns null when all rows can be read, else PostgreSQL's message. */
    async damageOf({ statement }: TableScan): Promise<string | null> {
      const client = await pool.connect();
      try {
        await client.query('begin read only');
        await client.query(
          'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
        );
        await client.query(`declare walk no scroll cursor for ${statement}`);
        let read = rowsPerStatement;
        while (read === rowsPerStatement) read = (await client.query(`move ${rowsPerStatement} in walk`)).rowCount ?? 0;
        return null;
      } catch (error) {
        if (isRelationalCorruption(error)) return (error as Error).message;
        throw error;
      } finally {
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        );
      }
    },
  };
}
