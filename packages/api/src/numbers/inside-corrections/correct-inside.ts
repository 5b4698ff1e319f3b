import { type Clock, err, type Failure, failure, ok, type Result, type ZoneId } from '@atrium/domain/core';
import { recordAudit } from '../../people/audit/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { insideCorrectionsStore } from './inside-corrections.store.ts';

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /** The number of people inside a site's zones has changed. */
    'inside.corrected': { readonly installationId: number };
  }
}

export interface InsideCorrectionDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'topologies'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
}

export interface InsideObservation {
  readonly zoneId: ZoneId;
  /** A whole number of people. */
  readonly value: number;
  /** The reason, for the audit log. */
  readonly note: string;
}

const maxPeople = 1_000_000;
const longestNote = 500;

/**
 * Sets the number of people inside a zone. The zone's doors count on from it until the balance restarts. Earlier
 * numbers stay, and so do other zones around and inside it, which have their own doors.
 */
export async function correctInside(
  { db, sites, bus, clock }: InsideCorrectionDependencies,
  scope: Scope,
  { zoneId, value, note: given }: InsideObservation,
): Promise<Result<true, Failure>> {
  const note = given.trim();
  if (!Number.isInteger(value) || value < 0 || value > maxPeople)
    return err(failure('BAD_INPUT', `value takes whole people from 0 to ${maxPeople}`, 'value'));
  if (note === '' || note.length > longestNote)
    return err(failure('BAD_INPUT', `note takes 1 to ${longestNote} characters that say why`, 'note'));
  const place = await placeOf(sites, scope, zoneId);
  if (place === null) return err(failure('NOT_FOUND', 'No such zone', 'zoneId'));
  const { zone, installationId } = place;
  const at = clock.now();
  await db.transaction(async (transaction) => {
    await insideCorrectionsStore(transaction).insert(scope, { zoneId, at, value, note });
    const details = { zone: zone.name, value, note };
    await recordAudit(scope, transaction, {
      at,
      action: 'inside.corrected',
      details,
      subjectId: zoneId,
      installationId,
    });
  });
  bus.publish('inside.corrected', { installationId });
  return ok(true);
}

/** Time in ms within which a correction can be withdrawn. */
const withdrawnWithin = 600_000;

/** Withdraws a recent correction of the caller. The zone's doors then count as if it had not been made. */
export async function withdrawCorrection(
  { db, sites, bus, clock }: InsideCorrectionDependencies,
  scope: Scope,
  correctionId: number,
): Promise<Result<true, Failure>> {
  const at = clock.now();
  const found = await insideCorrectionsStore(db).find(scope, correctionId);
  const place = found === null ? null : await placeOf(sites, scope, found.zoneId);
  if (found === null || place === null) return err(failure('NOT_FOUND', 'No such correction', 'correctionId'));
  if (found.userId !== scope.userId || at - found.at > withdrawnWithin)
    return err(failure('BAD_INPUT', 'Only who corrected can take it back, within ten minutes', 'correctionId'));
  const { zone, installationId } = place;
  await db.transaction(async (transaction) => {
    await insideCorrectionsStore(transaction).remove(scope, correctionId);
    const details = { zone: zone.name, value: found.value };
    const action = 'inside.correctionWithdrawn';
    await recordAudit(scope, transaction, { at, action, details, subjectId: zone.id, installationId });
  });
  bus.publish('inside.corrected', { installationId });
  return ok(true);
}

async function placeOf(sites: InsideCorrectionDependencies['sites'], scope: Scope, zoneId: ZoneId) {
  for (const { installationId, zones } of await sites.topologies(scope)) {
    const zone = zones.find(({ id, removedAt }) => id === zoneId && !removedAt);
    if (zone !== undefined) return { zone, installationId };
  }
  return null;
}
