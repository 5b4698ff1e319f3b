export interface RelationalFacts {
  /** null: none, as in a store that was made by a version without ids, or just now. */
  readonly id: string | null;
  readonly hasOrganizations: boolean;
  readonly hasAcknowledged: boolean;
}

export interface AnalyticsFacts {
  readonly id: string | null;
  readonly hasReadings: boolean;
}

/** Why two stores are not taken for those of one installation. */
export type Mismatch =
  | 'relational lost'
  | 'analytics lost'
  | 'relational unknown'
  | 'analytics unknown'
  | 'two installations';

export type Decision =
  /** null: an id is still to be made. */
  | { readonly fits: true; readonly id: string | null }
  /** `acceptedAs`: the id both have from then on, once an operator has said that they belong together. */
  | { readonly fits: false; readonly mismatch: Mismatch; readonly acceptedAs: string | null };

/**
 * Whether two stores belong together. The relational one is given its id first, so an analytics store with an id has
 * seen a relational one with the same. An operator may accept what is missing, but never that the readings of one
 * installation are shown under the names of another: ids of sites and devices start from 1 in each.
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
