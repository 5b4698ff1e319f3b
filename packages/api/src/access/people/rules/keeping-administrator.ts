import { err, failure } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/index.ts';
import { unwrap } from '../../../platform/relational/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { peopleStore } from '../people.store.ts';

/**
 * Does what changes who may do what, and takes the transaction back if it was the last administrator's, or the last
 * who holds every right at every site: nobody could give those rights again. Such changes wait for each other.
 */
export async function keepingAdministrator<Value>(
  transaction: Database,
  scope: Scope,
  field: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const store = peopleStore(transaction);
  await store.holdOrganization(scope);
  const before = await store.countAdministrators(scope);
  const value = await work();
  const after = await store.countAdministrators(scope);
  const isLost = (which: 'all' | 'full') => before[which] > 0 && after[which] === 0;
  if (isLost('all') || isLost('full'))
    unwrap(err(failure('BAD_INPUT', 'An organization keeps one administrator with every right at least', field)));
  return value;
}
