import type { AnalyticsStore } from '../analytics-store.ts';
import { isAnalyticsDamage } from './is-analytics-damage.ts';

interface Part {
  readonly table: string;
  readonly part: string;
}

const upkeep = { purpose: 'upkeep', maxSeconds: 600 } as const;
const partForm = /^[\w-]+$/;
const ofOurs = 'database = currentDatabase()';

/** Parts of the analytics store: those the engine would not take at its start, and whether the others are as written. */
export function analyticsDamageStore(analytics: AnalyticsStore) {
  return {
    /** Put aside by the engine because something of them is missing or wrong. */
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

    /** Compares its files with the checksums kept beside them; null: they fit, or it has been merged meanwhile. */
    async damageOf({ table, part }: Part): Promise<string | null> {
      // The engine takes no bound value here.
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
        if (isAnalyticsDamage(error)) return (error as Error).message;
        throw error;
      }
    },
  };
}

export type AnalyticsDamageStore = ReturnType<typeof analyticsDamageStore>;
