import type { SiteRef } from '../../../platform/tenancy/index.ts';
import type { TestStores } from '../../../platform/testing/test-stores.ts';

/** Counts the rows about a site by table of both stores, except the audit log. */
export async function countSiteRows({ relational, analytics }: TestStores, { organization, installation }: SiteRef) {
  const { pool } = relational;
  const found: Record<string, number> = {};
  const { rows: tables } = await pool.query(
    "select table_name as name from information_schema.columns where column_name = 'installation_id' and table_schema = 'public' and table_name <> 'audit_entries'",
  );
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from "${name}" where installation_id = $1`, [installation]);
    if (rows.length > 0) found[name] = rows.length;
  }
  const kept = await analytics.query<{ table: string }>({
    sql: "SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'installation'",
    params: {},
  });
  for (const { table } of kept) {
    const sql = `SELECT toFloat64(count()) AS count FROM ${table} FINAL
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32}`;
    const [row] = await analytics.query<{ count: number }>({ sql, params: { organization, installation } });
    if (row !== undefined && row.count > 0) found[table] = row.count;
  }
  return found;
}
