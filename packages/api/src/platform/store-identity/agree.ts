import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { AnalyticsStore } from '../analytics-store.ts';
import { StartRefused } from '../start-refused.ts';
import { type AnalyticsFacts, type Decision, decide, type Mismatch, type RelationalFacts } from './decide.ts';
import { analyticsFacts, claimAnalytics, claimRelational, relationalFacts } from './identity.store.ts';
import { acceptedInWords, mismatchInWords, type StorePlaces } from './in-words.ts';

export interface StoreIdentity {
  /** Of the installation, the same in both stores. */
  readonly id: string;
  /** What was accepted at this start, in words; null: nothing was amiss. */
  readonly accepted: string | null;
}

export interface AgreeOptions {
  readonly places: StorePlaces;
  /** An operator has said that what is missing is missing. */
  readonly acceptsLoss: boolean;
}

const nothing = {
  relational: { id: null, hasOrganizations: false, hasAcknowledged: false },
  analytics: { id: null, hasReadings: false },
} as const satisfies { relational: RelationalFacts; analytics: AnalyticsFacts };

/** What both stores are to be called from now on. */
export interface Agreement {
  /** null: an id is still to be made. */
  readonly id: string | null;
  readonly mismatch: Mismatch | null;
}

/** Makes sure that both stores are of one installation; refused otherwise, and neither is changed. */
export async function agreeOnIdentity(
  client: Pick<pg.PoolClient, 'query'>,
  analytics: AnalyticsStore,
  options: AgreeOptions,
): Promise<Agreement> {
  return settle({ relational: await relationalFacts(client), analytics: await analyticsFacts(analytics) }, options);
}

/** Gives both stores what was agreed on. The relational one has its tables by then, and the caller the lock on starting. */
export async function claimIdentity(
  client: Pick<pg.PoolClient, 'query'>,
  analytics: AnalyticsStore,
  { id, mismatch }: Agreement,
  places: StorePlaces,
): Promise<StoreIdentity> {
  // In this order: `decide` relies on it where a start ends between the two.
  const agreed = await claimRelational(client, id ?? randomUUID());
  const other = await claimAnalytics(analytics, agreed);
  // Somebody else, with another relational store, was quicker.
  if (other !== agreed)
    throw new StartRefused(mismatchInWords('two installations', places, { relational: agreed, analytics: other }));
  return { id: agreed, accepted: mismatch === null ? null : acceptedInWords[mismatch] };
}

/** Refuses to make a relational store beside readings of an installation. */
export async function refuseNewRelational(analytics: AnalyticsStore, options: AgreeOptions): Promise<void> {
  settle({ relational: nothing.relational, analytics: await analyticsFacts(analytics) }, options);
}

/** Refuses to make an analytics store beside an installation whose readings were acknowledged. */
export async function refuseNewAnalytics(client: Pick<pg.PoolClient, 'query'>, options: AgreeOptions): Promise<void> {
  settle({ relational: await relationalFacts(client), analytics: nothing.analytics }, options);
}

function settle(
  { relational, analytics }: { relational: RelationalFacts; analytics: AnalyticsFacts },
  { places, acceptsLoss }: AgreeOptions,
): Agreement {
  const decision: Decision = decide(relational, analytics);
  if (decision.fits) return { id: decision.id, mismatch: null };
  const { mismatch, acceptedAs } = decision;
  if (!acceptsLoss || acceptedAs === null)
    throw new StartRefused(mismatchInWords(mismatch, places, { relational: relational.id, analytics: analytics.id }));
  return { id: acceptedAs, mismatch };
}
