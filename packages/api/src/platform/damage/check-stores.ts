import type { AnalyticsStore } from '../analytics-store.ts';
import { StartRefused } from '../failures.ts';
import type { RelationalStore } from '../relational/relational-store.ts';
import { openAnalyticsChecks } from './analytics-checks.store.ts';
import { restoreAdvice } from './corruption.ts';
import { openRelationalChecks } from './relational-checks.store.ts';

export interface CheckedObject {
  /** Name of the checked object, as operators know it. */
  readonly what: string;
  /** null when it is intact. */
  readonly damage: string | null;
}

/** Returns the parts that the engine detached when it opened the store. This check is cheap. */
export async function findDetachedParts(analytics: AnalyticsStore): Promise<readonly string[]> {
  return (await openAnalyticsChecks(analytics).putAside()).map(({ table, part }) => `${table}, part ${part}`);
}

/**
 * Throws `StartRefused` when a table's file is empty or ends within a page although indexes know rows of it. After the
 * next write, the loss could no longer be detected.
 */
export async function refuseTruncatedTables({ pool }: Pick<RelationalStore, 'pool'>): Promise<void> {
  const store = openRelationalChecks(pool);
  for (const walk of await store.walks()) {
    const damage = walk.isSuspect ? await store.damageOf(walk) : null;
    if (damage !== null)
      throw new StartRefused(`what PostgreSQL has stored is damaged (${walk.what}: ${damage}): ${restoreAdvice}`);
  }
}

/**
 * Reads everything once: each table through each of its indexes, and each part. The consumer sets the speed by when it
 * asks for the next item.
 */
export async function* checkStores({
  relational,
  analytics,
}: {
  readonly relational: Pick<RelationalStore, 'pool'>;
  readonly analytics: AnalyticsStore;
}): AsyncGenerator<CheckedObject> {
  const settings = openRelationalChecks(relational.pool);
  for (const walk of await settings.walks()) yield { what: walk.what, damage: await settings.damageOf(walk) };
  const readings = openAnalyticsChecks(analytics);
  for (const part of await readings.parts())
    yield { what: `${part.table}, part ${part.part}`, damage: await readings.damageOf(part) };
}
