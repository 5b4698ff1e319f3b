import type pg from 'pg';

/** PostgreSQL's codes for a page whose checksum is wrong, an index that does not fit, and a file that is too short. */
const damage = new Set(['XX001', 'XX002', '58P01', '58030']);

export const isRelationalDamage = (error: unknown): boolean => {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
};

/** The relational store's tables, read for their own sake: every page that comes from the disk is compared with its checksum. */
export function relationalDamageStore(pool: Pick<pg.Pool, 'query'>) {
  return {
    async tables(): Promise<readonly string[]> {
      const { rows } = await pool.query(
        "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
      );
      return rows.map(({ name }) => name);
    },

    /** Null where every row can be read, else what PostgreSQL says. */
    async damageOf(table: string): Promise<string | null> {
      try {
        await pool.query(`select sum(hashtext(read::text)::bigint) from ${table} as read`);
        return null;
      } catch (error) {
        if (isRelationalDamage(error)) return (error as Error).message;
        throw error;
      }
    },

    async hasChecksums(): Promise<boolean> {
      const { rows } = await pool.query('show data_checksums');
      return rows[0].data_checksums === 'on';
    },
  };
}

export type RelationalDamageStore = ReturnType<typeof relationalDamageStore>;
