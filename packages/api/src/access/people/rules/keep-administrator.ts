import { err, failure } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/index.ts';
import { unwrap } from '../../../platform/relational/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { peopleStore } from '../people.store.ts';

/**
 * Runs a change of rights, and rolls it back if no administrator remains, or none with every right at every site: these
 * rights could not be granted again. Such changes run one at a time.
 */
export async function keepAdministrator<Value>(
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
