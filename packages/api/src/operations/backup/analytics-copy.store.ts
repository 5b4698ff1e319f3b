import type { AnalyticsStore } from '../../platform/analytics-store.ts';

/** A part of a ClickHouse table. Parts with the same name and hash have the same rows. */
export interface StoredPart {
  readonly part: string;
  readonly hash: string;
  readonly rows: number;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

const upkeep = { purpose: 'upkeep', maxSeconds: 600 } as const;

/**
 * Reads and writes tables, parts and rows of the analytics store. Names come from the engine or a validated manifest.
 */
export function analyticsCopyStore(analytics: AnalyticsStore) {
  const query = <Row>(sql: string, params: Readonly<Record<string, unknown>> = {}) =>
    analytics.query<Row>({ sql, params }, upkeep);

  return {
    async tables(): Promise<readonly string[]> {
      const rows = await query<{ name: string }>(
        `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
      );
      return rows.map(({ name }) => name);
    },

    columns: (table: string) =>
      query<TableColumn>(
        `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
          AND default_kind IN ('', 'DEFAULT') ORDER BY position`,
        { table },
      ),

    /** Returns the active parts of a table. Together they are the whole table at one instant. */
    parts: (table: string) =>
      query<StoredPart>(
        `SELECT name AS part, hash_of_all_files AS hash, toFloat64(rows) AS rows FROM system.parts
          WHERE database = currentDatabase() AND table = {table:String} AND active ORDER BY name`,
        { table },
      ),

    /** Streams a range of a part's rows. Returns fewer if the part was merged into another meanwhile. */
    rowsOf: (table: string, columns: readonly TableColumn[], part: string, from: number, to: number) =>
      analytics.dump({
        sql: `SELECT ${namesOf(columns)} FROM ${table} WHERE _part = {part:String}
          AND _part_offset >= {from:UInt64} AND _part_offset < {to:UInt64}`,
        params: { part, from, to },
      }),

    digestOfPart: (table: string, columns: readonly TableColumn[], part: string) =>
      digest(`FROM ${table} WHERE _part = {part:String}`, columns, { part }),

    digestOfTable: (table: string, columns: readonly TableColumn[]) => digest(`FROM ${table}`, columns, {}),

    load: (table: string, columns: readonly string[], rows: Uint8Array) => analytics.load(table, columns, rows),

    /** While merging is off, duplicate rows stay separate. */
    setMerging: (table: string, isOn: boolean) =>
      analytics.command({ sql: `SYSTEM ${isOn ? 'START' : 'STOP'} MERGES ${table}`, params: {} }),

    remove: (table: string) => analytics.command({ sql: `DROP TABLE IF EXISTS ${table} SYNC`, params: {} }),

    removeIdentity: () => analytics.command({ sql: 'DROP VIEW IF EXISTS store_identity SYNC', params: {} }),

    async migrations(): Promise<readonly string[]> {
      const rows = await query<{ id: string }>('SELECT id FROM analytics_migrations ORDER BY id');
      return rows.map(({ id }) => id);
    },
  };

  async function digest(from: string, columns: readonly TableColumn[], params: Readonly<Record<string, unknown>>) {
    const [row] = await query<{ rows: number; digest: string }>(
      `SELECT toFloat64(count()) AS rows, toString(sum(cityHash64(${columns.map(hashed).join(', ')}))) AS digest ${from}`,
      params,
    );
    return row ?? { rows: 0, digest: '0' };
  }
}

export type AnalyticsCopyStore = ReturnType<typeof analyticsCopyStore>;

const namesOf = (columns: readonly TableColumn[]) => columns.map(({ name }) => name).join(', ');

/** In ClickHouse, the hash of a null is null, and would make the whole row's hash null. */
const hashed = ({ name, type }: TableColumn) =>
  type.startsWith('Nullable(')
    ? `isNull(${name}), assumeNotNull(ifNull(${name}, defaultValueOfTypeName('${type.slice(9, -1)}')))`
    : name;

/** Sums digests modulo 2^64, as the engine does. */
export const sumDigests = (digests: readonly string[]): string =>
  String(
    BigInt.asUintN(
      64,
      digests.reduce((sum, each) => sum + BigInt(each), 0n),
    ),
  );
