import { StartRefused } from '../start-refused.ts';
import { isAnalyticsDamage } from './is-analytics-damage.ts';
import { isRelationalDamage } from './relational-damage.store.ts';
import { whatToDo } from './what-to-do.ts';

/** What kept the product from starting: damage of what is stored as a sentence, anything else as it is. */
export function damageInWords(error: unknown): unknown {
  const store = damagedStore(error);
  if (store === null) return error;
  let told = error as Error;
  while (told.cause instanceof Error) told = told.cause;
  return new StartRefused(`what ${store} has stored is damaged (${told.message.trim()}): ${whatToDo}`);
}

function damagedStore(error: unknown): string | null {
  if (isRelationalDamage(error)) return 'PostgreSQL';
  return isAnalyticsDamage(error) ? 'the analytics engine' : null;
}
