import {
  type Clock,
  err,
  type Failure,
  failure,
  ok,
  type PassageId,
  type Result,
  type Span,
} from '@atrium/domain/core';
import { type CountProblem, checkTaps, type Taps } from '@atrium/domain/setup/manual-counts';
import type { Passage, Topology } from '@atrium/domain/sites';
import { recordAudit } from '../../people/audit/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { manualCountsStore } from './manual-counts.store.ts';

/** Returns passages in service that people go through, without those that count passers-by. */
export const listCountablePassages = ({ passages }: Topology): readonly Passage[] =>
  passages.filter(({ footfallOf, removedAt }) => footfallOf === null && removedAt === undefined);

export interface CountingDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'topologies' | 'topology'>;
  readonly clock: Clock;
}

/** A count as sent by a phone. */
export interface SentCount {
  readonly passageId: PassageId;
  readonly clientId: string;
  readonly span: Span;
  readonly taps: Taps;
}

const problems: Readonly<Record<CountProblem, readonly [field: string, message: string]>> = {
  span: ['finishedAt', 'A count takes up to two hours'],
  future: ['finishedAt', 'The count ends in the future: set the clock of the phone right'],
  old: ['startedAt', 'A count is saved within seven days'],
  taps: ['along', 'Taps belong to the time of the count'],
};

/** Saves a manual count. Sending it again changes nothing. */
export async function saveManualCount(
  { db, sites, clock }: CountingDependencies,
  scope: Scope,
  { passageId, clientId, span, taps }: SentCount,
): Promise<Result<true, Failure>> {
  const seen = await sites.topologies(scope);
  const site = seen.find((one) => listCountablePassages(one).some(({ id }) => id === passageId));
  const passage = site?.passages.find(({ id }) => id === passageId);
  if (site === undefined || passage === undefined) return err(failure('NOT_FOUND', 'No such passage', 'passageId'));
  if (!/^[\w-]{8,64}$/.test(clientId))
    return err(failure('BAD_INPUT', 'clientId takes 8 to 64 characters', 'clientId'));
  const at = clock.now();
  const problem = checkTaps(taps, span, at);
  if (problem !== null) {
    const [field, message] = problems[problem];
    return err(failure('BAD_INPUT', message, field));
  }
  const { installationId } = site;
  await db.transaction(async (transaction) => {
    const count = { installationId, passageId, clientId, span, taps };
    if ((await manualCountsStore(transaction).insert(scope, count)) === null) return;
    const details = { name: passage.name, people: taps.along.length + taps.against.length };
    await recordAudit(scope, transaction, {
      at,
      action: 'manualCount.saved',
      details,
      subjectId: passageId,
      installationId,
    });
  });
  return ok(true);
}

export async function deleteManualCount(
  { db, sites, clock }: CountingDependencies,
  scope: Scope,
  countId: number,
): Promise<Result<true, Failure>> {
  const found = await manualCountsStore(db).find(scope, countId);
  const site = found === null ? null : await sites.topology(scope, found.installationId);
  if (found === null || site === null) return err(failure('NOT_FOUND', 'No such count', 'manualCountId'));
  const { passageId, installationId, taps } = found;
  await db.transaction(async (transaction) => {
    await manualCountsStore(transaction).remove(scope, countId);
    const name = site.passages.find(({ id }) => id === passageId)?.name ?? '';
    const details = { name, people: taps.along.length + taps.against.length };
    const action = 'manualCount.deleted';
    await recordAudit(scope, transaction, { at: clock.now(), action, details, subjectId: passageId, installationId });
  });
  return ok(true);
}
