import type { AnalyticsStore } from '../analytics-store.ts';
import { withinTime } from '../within-time.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { openServerEngine } from './server-engine.ts';

export interface AnalyticsOptions {
  readonly source: { readonly folder: string } | { readonly url: string };
}

const defaultMaxSeconds = 20;
const pingMs = 2000;

/** Opens the embedded engine on a folder, or a server by its URL. Migrations are a step of their own. */
export async function openAnalyticsStore({ source }: AnalyticsOptions): Promise<AnalyticsStore> {
  const engine = 'folder' in source ? await openEmbeddedEngine(source.folder) : openServerEngine(source.url);
  return {
    query: (statement, options) => engine.query(statement, options?.maxSeconds ?? defaultMaxSeconds),
    columns: (statement, options) => engine.columns(statement, options?.maxSeconds ?? defaultMaxSeconds),
    async insert(table, rows) {
      refuseHoles(table, rows);
      if (rows.length > 0) await engine.insert(table, rows);
    },
    command: (statement) => engine.command(statement),
    ping: () => withinTime(engine.ping(), pingMs),
    close: () => engine.close(),
  };
}

/** The engine would take a null for zero, and JSON writes null for what is no number: neither may become a measurement. */
function refuseHoles(table: string, rows: readonly object[]): void {
  rows.forEach((row, index) => {
    for (const column in row) {
      const value: unknown = row[column as keyof typeof row];
      if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
        throw new Error(`row ${index} for ${table} has no value for ${column}`);
      }
    }
  });
}
