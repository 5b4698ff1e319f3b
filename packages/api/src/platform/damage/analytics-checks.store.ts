import type { AnalyticsStore } from '../analytics-store.ts';
import { isAnalyticsCorruption } from './corruption.ts';

interface Part {
  readonly table: string;
  readonly part: string;
}

const upkeep = { purpose: 'upkeep', maxSeconds: 600 } as const;
const partForm = /^[\w-]+$/;
const ofOurs = 'database = currentDatabase()';

/** Checks the parts of the analytics store: those the engine rejected at start, and the integrity of the others. */
export function openAnalyticsChecks(analytics: AnalyticsStore) {
  return {
    /** Parts that the engine detached because their files are missing or corrupt. */
    putAside: () =>
      analytics.query<Part>(
        {
          sql: `SELECT table, name AS part FROM system.detached_parts WHERE ${ofOurs} AND reason LIKE 'broken%'`,
          params: {},
        },
        upkeep,
      ),

    parts: () =>
      analytics.query<Part>(
        {
          sql: `SELECT table, name AS part FROM system.parts WHERE ${ofOurs} AND active ORDER BY table, name`,
          params: {},
        },
        upkeep,
      ),

    /** Verifies the checksums of a part; null when they match or the part has been merged meanwhile. */
    async damageOf({ table, part }: Part): Promise<string | null> {
      // The engine accepts no bound parameter here.
      if (!partForm.test(part)) throw new Error(`no name of a part: ${part}`);
      try {
        const [row] = await analytics.query<{ is_passed: number; message: string }>(
          {
            sql: `CHECK TABLE ${table} PART '${part}' SETTINGS check_query_single_value_result = 0`,
            params: {},
          },
          upkeep,
        );
        return row === undefined || row.is_passed === 1 ? null : row.message;
      } catch (error) {
        const isThere = (await this.parts()).some((each) => each.table === table && each.part === part);
        if (!isThere) return null;
        if (isAnalyticsCorruption(error)) return (error as Error).message;
        throw error;
      }
    },
  };
}

export type AnalyticsDamageStore = ReturnType<typeof openAnalyticsChecks>;
