import type pg from 'pg';

export interface Row {
  readonly table: string;
  /** As JSON. */
  readonly content: Readonly<Record<string, unknown>>;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly mayBeNull: boolean;
  readonly refersTo: { readonly table: string; readonly column: string } | null;
}

/** A value for each type that migrations use; texts for languages and time zones must be valid. */
const valueOfType: Readonly<Record<string, unknown>> = {
  bigint: 7,
  boolean: true,
  'double precision': 0.5,
  integer: 7,
  jsonb: '{}',
  numeric: 7.5,
  text: 'kept',
  'timestamp with time zone': '2026-01-10T09:00:00Z',
  uuid: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
  ARRAY: '{}',
};
const named: Readonly<Record<string, unknown>> = { language: 'en', timezone: 'Europe/Zurich' };

/** Inserts a row into every empty table of the current schema, and returns the rows. */
export async function fillEmptyTables(client: pg.Client): Promise<readonly Row[]> {
  const columns = Map.groupBy(await columnsOf(client), ({ table }) => table);
  const empty = new Set<string>();
  for (const table of columns.keys()) if ((await readRow(client, table)) === null) empty.add(table);
  const filled: Row[] = [];
  for (let before = -1; empty.size > 0 && filled.length > before; ) {
    before = filled.length;
    for (const table of empty) {
      const content = await fill(client, table, columns.get(table) ?? []);
      if (content === null) continue;
      empty.delete(table);
      filled.push({ table, content });
    }
  }
  if (empty.size > 0) throw new Error(`nothing can be put into ${[...empty].join(', ')}`);
  return filled;
}

/** Returns the row of a table, which has at most one; null when it is empty. */
export async function readRow(client: pg.Client, table: string): Promise<Row['content'] | null> {
  const { rows } = await client.query(`select to_jsonb(t) as content from "${table}" t limit 1`);
  return rows[0]?.content ?? null;
}

/** Returns null when a row it must refer to is still missing. */
async function fill(client: pg.Client, table: string, columns: readonly Column[]): Promise<Row['content'] | null> {
  const values: unknown[] = [];
  for (const { name, type, mayBeNull, refersTo } of columns) {
    const referred = refersTo === null ? null : ((await readRow(client, refersTo.table))?.[refersTo.column] ?? null);
    if (refersTo !== null && referred === null && !mayBeNull) return null;
    if (refersTo === null && !Object.hasOwn(valueOfType, type))
      throw new Error(`no value for ${table}.${name}: ${type}`);
    values.push(refersTo === null ? (named[name] ?? valueOfType[type]) : referred);
  }
  const listed = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  await client.query(
    columns.length === 0
      ? `insert into "${table}" default values`
      : `insert into "${table}" (${listed}) values (${places})`,
    values,
  );
  return readRow(client, table);
}

/** Returns the columns without a default. */
async function columnsOf(client: pg.Client): Promise<readonly Column[]> {
  const { rows } = await client.query(`
    select c.table_name as "table", c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as "mayBeNull",
      case when f.oid is null then null else jsonb_build_object('table', f.confrelid::regclass::text, 'column', target.attname) end as "refersTo"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    join pg_attribute a on a.attrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and a.attname = c.column_name
    left join pg_constraint f on f.contype = 'f' and f.conrelid = a.attrelid and f.conkey = array[a.attnum]
    left join pg_attribute target on target.attrelid = f.confrelid and target.attnum = f.confkey[1]
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`);
  return rows;
}
