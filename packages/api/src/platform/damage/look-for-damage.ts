import type { AnalyticsStore } from '../analytics-store.ts';
import type { RelationalStore } from '../relational/index.ts';
import { StartRefused } from '../start-refused.ts';
import { analyticsDamageStore } from './analytics-damage.store.ts';
import { relationalDamageStore } from './relational-damage.store.ts';
import { whatToDo } from './what-to-do.ts';

export interface LookedAt {
  /** Name of the checked object, as operators know it. */
  readonly what: string;
  /** null when it is intact. */
  readonly damage: string | null;
}

/** Returns the parts that the engine detached when it opened the store. This check is cheap. */
export async function partsPutAside(analytics: AnalyticsStore): Promise<readonly string[]> {
  return (await analyticsDamageStore(analytics).putAside()).map(({ table, part }) => `${table}, part ${part}`);
}

/**
 * Throws `StartRefused` when a table's file is empty or ends within a page although indexes know rows of it. After the
 * next write, the loss could no longer be detected.
 */
export async function refuseCutTables({ pool }: Pick<RelationalStore, 'pool'>): Promise<void> {
  const store = relationalDamageStore(pool);
  for (const walk of await store.walks()) {
    const damage = walk.isSuspect ? await store.damageOf(walk) : null;
    if (damage !== null)
      throw new StartRefused(`what PostgreSQL has stored is damaged (${walk.what}: ${damage}): ${whatToDo}`);
  }
}

/**
 * Reads everything once: each table through each of its indexes, and each part. The consumer sets the speed by when it
 * asks for the next item.
 */
export async function* lookForDamage({
  relational,
  analytics,
}: {
  readonly relational: Pick<RelationalStore, 'pool'>;
  readonly analytics: AnalyticsStore;
}): AsyncGenerator<LookedAt> {
  const settings = relationalDamageStore(relational.pool);
  for (const walk of await settings.walks()) yield { what: walk.what, damage: await settings.damageOf(walk) };
  const readings = analyticsDamageStore(analytics);
  for (const part of await readings.parts())
    yield { what: `${part.table}, part ${part.part}`, damage: await readings.damageOf(part) };
}
