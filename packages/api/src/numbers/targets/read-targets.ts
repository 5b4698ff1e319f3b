import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { addMonths, isMonth, type Month, type Target } from '@atrium/domain/numbers/targets';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { targetsStore } from './targets.store.ts';

/** Targets of one answer. */
export const maxTargets = 5000;
const maxTargetMonths = 24;

/**
 * Returns the targets of a metric at the scope's sites, by place and month. Both months are inclusive. Fails with
 * BAD_INPUT for no months, for more than 24 of them or more than 5,000 targets.
 */
export async function readTargets(
  { db, sites }: { readonly db: Database; readonly sites: Pick<SiteDirectory, 'topologies'> },
  scope: Scope,
  { metric, from, to }: { readonly metric: string; readonly from: Month; readonly to: Month },
): Promise<Result<readonly Target[], Failure>> {
  if (!isMonth(from) || !isMonth(to) || from > to || addMonths(from, maxTargetMonths) <= to)
    return err(failure('BAD_INPUT', `Name at most ${maxTargetMonths} months as YYYY-MM`, 'firstMonth'));
  const seen = (await sites.topologies(scope)).map(({ installationId }) => installationId);
  const found = await targetsStore(db).list(scope, { sites: seen, metric, from, to }, maxTargets + 1);
  return found.length > maxTargets
    ? err(failure('BAD_INPUT', `These are more than ${maxTargets} targets: name fewer months`, 'lastMonth'))
    : ok(found);
}
