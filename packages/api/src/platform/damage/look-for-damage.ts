import type { AnalyticsStore } from '../analytics-store.ts';
import type { RelationalStore } from '../relational/index.ts';
import { StartRefused } from '../start-refused.ts';
import { analyticsDamageStore } from './analytics-damage.store.ts';
import { relationalDamageStore } from './relational-damage.store.ts';
import { whatToDo } from './what-to-do.ts';

export interface LookedAt {
  /** What was looked at, as whoever runs the product may look for it. */
  readonly what: string;
  /** null: it is whole. */
  readonly damage: string | null;
}

/** What the engine put aside when it opened the store: a look that costs nothing. */
export async function partsPutAside(analytics: AnalyticsStore): Promise<readonly string[]> {
  return (await analyticsDamageStore(analytics).putAside()).map(({ table, part }) => `${table}, part ${part}`);
}

/**
 * Refuses to go on where a table has an empty file, or half a page, although rows of it are known: once it is written to,
 * nothing would tell that they are gone.
 */
export async function refuseCutTables({ pool }: Pick<RelationalStore, 'pool'>): Promise<void> {
  const store = relationalDamageStore(pool);
  for (const walk of await store.walks()) {
    const damage = walk.isSuspect ? await store.damageOf(walk) : null;
    if (damage !== null)
      throw new StartRefused(`what PostgreSQL has stored is damaged (${walk.what}: ${damage}): ${whatToDo}`);
  }
}

/** Reads everything once, a table by one of its indexes or a part at a time: whoever asks for the next one says how fast it goes. */
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
