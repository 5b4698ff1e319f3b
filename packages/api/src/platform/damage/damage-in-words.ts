import { StartRefused } from '../start-refused.ts';
import { whatToDo } from './look-for-damage.ts';
import { isRelationalDamage } from './relational-damage.store.ts';

/** What kept the product from starting: damage of what is stored as a sentence, anything else as it is. */
export function damageInWords(error: unknown): unknown {
  if (!isRelationalDamage(error)) return error;
  let told = error as Error;
  while (told.cause instanceof Error) told = told.cause;
  return new StartRefused(`what PostgreSQL has stored is damaged (${told.message}): ${whatToDo}`);
}
