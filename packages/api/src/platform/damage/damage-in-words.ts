import { StartRefused } from '../start-refused.ts';
import { isAnalyticsDamage } from './is-analytics-damage.ts';
import { isRelationalDamage } from './is-relational-damage.ts';
import { whatToDo } from './what-to-do.ts';

/** The engine's codes for columns (16, 47) and tables (60) that are missing: at a start, of a damaged definition. */
const undefinedThere = new Set(['16', '47', '60']);

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
  return isAnalyticsDamage(error) || isUndefined(error) ? 'the analytics engine' : null;
}

const isUndefined = (error: unknown): boolean =>
  error instanceof Error && undefinedThere.has(String((error as { code?: unknown }).code));
