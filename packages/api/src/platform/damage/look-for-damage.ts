import type { AnalyticsStore } from '../analytics-store.ts';
import type { RelationalStore } from '../relational/index.ts';
import { analyticsDamageStore } from './analytics-damage.store.ts';
import { relationalDamageStore } from './relational-damage.store.ts';

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

/** Reads everything once, a table or a part at a time: whoever asks for the next one says how fast it goes. */
export async function* lookForDamage({
  relational,
  analytics,
}: {
  readonly relational: Pick<RelationalStore, 'pool'>;
  readonly analytics: AnalyticsStore;
}): AsyncGenerator<LookedAt> {
  const settings = relationalDamageStore(relational.pool);
  for (const table of await settings.tables()) yield { what: `table ${table}`, damage: await settings.damageOf(table) };
  const readings = analyticsDamageStore(analytics);
  for (const part of await readings.parts())
    yield { what: `${part.table}, part ${part.part}`, damage: await readings.damageOf(part) };
}
