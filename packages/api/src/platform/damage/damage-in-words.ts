import { StartRefused } from '../start-refused.ts';
import { isAnalyticsDamage } from './is-analytics-damage.ts';
import { isRelationalDamage } from './is-relational-damage.ts';
import { whatToDo } from './what-to-do.ts';

/** Engine codes for missing columns (16, 47) and tables (60). At a start they mean a corrupt definition. */
const undefinedThere = new Set(['16', '47', '60']);

/**
 * Converts an error that prevented the start: corruption becomes a readable `StartRefused`, any other error is returned
 * as it is.
 */
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
