import { StartRefused } from '../start-refused.ts';
import { isAnalyticsCorruption } from './is-analytics-corruption.ts';
import { isRelationalCorruption } from './is-relational-corruption.ts';
import { restoreAdvice } from './restore-advice.ts';

/** Engine codes for missing columns (16, 47) and tables (60). At a start they mean a corrupt definition. */
const undefinedThere = new Set(['16', '47', '60']);

/**
 * Converts an error that prevented the start: corruption becomes a readable `StartRefused`, any other error is returned
 * as it is.
 */
export function describeCorruption(error: unknown): unknown {
  const store = damagedStore(error);
  if (store === null) return error;
  let told = error as Error;
  while (told.cause instanceof Error) told = told.cause;
  return new StartRefused(`what ${store} has stored is damaged (${told.message.trim()}): ${restoreAdvice}`);
}

function damagedStore(error: unknown): string | null {
  if (isRelationalCorruption(error)) return 'PostgreSQL';
  return isAnalyticsCorruption(error) || isUndefined(error) ? 'the analytics engine' : null;
}

const isUndefined = (error: unknown): boolean =>
  error instanceof Error && undefinedThere.has(String((error as { code?: unknown }).code));
