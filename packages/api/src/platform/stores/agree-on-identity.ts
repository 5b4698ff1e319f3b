import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { AnalyticsStore } from '../analytics-store.ts';
import { StartRefused } from '../failures.ts';
import { type AnalyticsFacts, type Decision, decide, type Mismatch, type RelationalFacts } from './decide-identity.ts';
import { acceptedDescriptions, describeMismatch, type StoreNames } from './describe-stores.ts';
import { claimAnalytics, claimRelational, readAnalyticsFacts, readRelationalFacts } from './store-identity.ts';

export interface StoreIdentity {
  /** Id of the installation, the same in both stores. */
  readonly id: string;
  /** Description of the loss accepted at this start; null when nothing was wrong. */
  readonly accepted: string | null;
}

export interface AgreeOptions {
  readonly places: StoreNames;
  /** The operator has accepted the loss of missing data. */
  readonly acceptsLoss: boolean;
}

const nothing = {
  relational: { id: null, hasOrganizations: false, hasAcknowledged: false },
  analytics: { id: null, hasReadings: false },
} as const satisfies { relational: RelationalFacts; analytics: AnalyticsFacts };

/** Identity that both stores will get. */
export interface Agreement {
  /** null when an id has yet to be created. */
  readonly id: string | null;
  readonly mismatch: Mismatch | null;
}

/** Checks that both stores belong to one installation; throws `StartRefused` otherwise. Changes neither. */
export async function agreeOnIdentity(
  client: Pick<pg.PoolClient, 'query'>,
  analytics: AnalyticsStore,
  options: AgreeOptions,
): Promise<Agreement> {
  return decideOrRefuse(
    { relational: await readRelationalFacts(client), analytics: await readAnalyticsFacts(analytics) },
    options,
  );
}

/**
 * Writes the agreed id to both stores. The relational one has its tables by then, and the caller holds the start lock.
 */
export async function claimIdentity(
  client: Pick<pg.PoolClient, 'query'>,
  analytics: AnalyticsStore,
  { id, mismatch }: Agreement,
  places: StoreNames,
): Promise<StoreIdentity> {
  // `decide` relies on this order when a start ends between the two.
  const agreed = await claimRelational(client, id ?? randomUUID());
  const other = await claimAnalytics(analytics, agreed);
  // Another process with another relational store was faster.
  if (other !== agreed)
    throw new StartRefused(describeMismatch('two installations', places, { relational: agreed, analytics: other }));
  return { id: agreed, accepted: mismatch === null ? null : acceptedDescriptions[mismatch] };
}

/** Throws `StartRefused` when a relational store would be created beside readings of an installation. */
export async function refuseNewRelational(analytics: AnalyticsStore, options: AgreeOptions): Promise<void> {
  decideOrRefuse({ relational: nothing.relational, analytics: await readAnalyticsFacts(analytics) }, options);
}

/**
 * Throws `StartRefused` when an analytics store would be created for an installation that has acknowledged readings.
 */
export async function refuseNewAnalytics(client: Pick<pg.PoolClient, 'query'>, options: AgreeOptions): Promise<void> {
  decideOrRefuse({ relational: await readRelationalFacts(client), analytics: nothing.analytics }, options);
}

function decideOrRefuse(
  { relational, analytics }: { relational: RelationalFacts; analytics: AnalyticsFacts },
  { places, acceptsLoss }: AgreeOptions,
): Agreement {
  const decision: Decision = decide(relational, analytics);
  if (decision.fits) return { id: decision.id, mismatch: null };
  const { mismatch, acceptedAs } = decision;
  if (!acceptsLoss || acceptedAs === null)
    throw new StartRefused(describeMismatch(mismatch, places, { relational: relational.id, analytics: analytics.id }));
  return { id: acceptedAs, mismatch };
}
