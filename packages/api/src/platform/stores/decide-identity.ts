export interface RelationalFacts {
  /** null in a store of a version without ids, and in a new store. */
  readonly id: string | null;
  readonly hasOrganizations: boolean;
  readonly hasAcknowledged: boolean;
}

export interface AnalyticsFacts {
  readonly id: string | null;
  readonly hasReadings: boolean;
}

/** Reason why two stores do not belong to one installation. */
export type Mismatch =
  | 'relational lost'
  | 'analytics lost'
  | 'relational unknown'
  | 'analytics unknown'
  | 'two installations';

export type Decision =
  /** null when an id has yet to be created. */
  | { readonly fits: true; readonly id: string | null }
  /** `acceptedAs`: the id both stores get once an operator confirms that they belong together. */
  | { readonly fits: false; readonly mismatch: Mismatch; readonly acceptedAs: string | null };

/**
 * Decides whether two stores belong together. The relational one gets its id first, so an analytics store with an id
 * belonged to a relational one with the same id. An operator may accept missing data. But readings of one installation
 * must never appear under the names of another: ids of sites and devices start from 1 in each.
 */
export function decide(relational: RelationalFacts, analytics: AnalyticsFacts): Decision {
  if (relational.id !== null && analytics.id !== null)
    return relational.id === analytics.id ? fitting(relational.id) : refused('two installations');
  if (analytics.id !== null)
    return relational.hasOrganizations ? refused('relational unknown', analytics.id) : refused('relational lost');
  if (relational.id !== null && relational.hasAcknowledged)
    return refused(analytics.hasReadings ? 'analytics unknown' : 'analytics lost', relational.id);
  if (analytics.hasReadings && relational.id === null && !relational.hasOrganizations)
    return refused('relational lost');
  return fitting(relational.id);
}

const fitting = (id: string | null): Decision => ({ fits: true, id });

const refused = (mismatch: Mismatch, acceptedAs: string | null = null): Decision => ({
  fits: false,
  mismatch,
  acceptedAs,
});
