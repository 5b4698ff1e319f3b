import {
  type Clock,
  err,
  type Failure,
  failure,
  formatLocal,
  type Instant,
  ok,
  type Result,
  type Span,
} from '@atrium/domain/core';
import { checkMeasures, findPeriodProblem, type PeriodProblem, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { Device, Topology } from '@atrium/domain/sites';
import { recordAudit } from '../../people/audit/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import { listDays } from '../rollups/roll-up-balances.store.ts';
import type { KnownCorrections } from './known-corrections.ts';
import {
  type ReadingCorrection,
  readingCorrectionsStore,
  type StoredReadingCorrection,
} from './reading-corrections.store.ts';
import '../ingest/readings-stored.ts';

export interface CorrectionDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'topology'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly ledger: Pick<DirtyDays, 'open' | 'takenSince'>;
  readonly markDays: MarkDays;
  readonly known: KnownCorrections;
}

/**
 * Marks days dirty, wherever their readings are written; resolves once the marks are on disk. Call the returned function
 * when the change is committed. Rejects with `Overloaded` when no process owns them now.
 */
export type MarkDays = (days: readonly SiteDay[]) => Promise<() => Promise<void>>;

/** Limits of corrections whose readings are still kept. Each is a condition in the statements of its site. */
export const maxPerDevice = 50;
export const maxPerSite = 200;
const longestReason = 500;

const periodProblems: Readonly<Record<PeriodProblem, readonly [field: string, message: string]>> = {
  empty: ['to', 'A period ends after it begins'],
  long: ['to', 'A period takes up to 366 days'],
  ahead: ['to', 'A period ends by the end of today'],
};

/**
 * Takes a device's readings of a period out of every number, also those that arrive later. The readings stay stored as
 * sent. Fails with BAD_INPUT, NOT_FOUND, or READINGS_GONE when readings of the period may be deleted.
 */
export async function takeOutReadings(
  deps: CorrectionDependencies,
  scope: Scope,
  correction: ReadingCorrection,
): Promise<Result<StoredReadingCorrection, Failure>> {
  const { db, ledger, clock } = deps;
  const { installationId, from, to, metrics } = correction;
  const reason = correction.reason.trim();
  const found = await findCorrectedDevice(deps, scope, correction);
  if (!found.ok) return found;
  if (reason === '' || reason.length > longestReason)
    return err(failure('BAD_INPUT', `reason takes 1 to ${longestReason} characters`, 'reason'));
  await ledger.open();
  const keptSince = ledger.takenSince(scope.organizationId);
  if (from < keptSince) return err(readingsGone(keptSince));
  const { site, device } = found.value;
  let added: Result<StoredReadingCorrection, Failure> | null = null;
  await changeReadings(deps, scope, site, device, { from, to, metrics }, () =>
    db.transaction(async (transaction) => {
      const store = readingCorrectionsStore(transaction);
      await store.lockSite(scope, installationId);
      const known = await store.ofSite(scope, installationId, { from: keptSince, to: Number.POSITIVE_INFINITY });
      const problem = findConflict(known, correction);
      if (problem !== null) {
        added = err(problem);
        return;
      }
      const at = clock.now();
      added = ok(await store.insert(scope, { ...correction, reason }, at));
      await audit(transaction, scope, 'readings.voided', { site, device, at, correction: { ...correction, reason } });
    }),
  );
  return added ?? err(failure('NOT_FOUND', 'No such device', 'deviceId'));
}

/** Removes a correction, so that its readings count again. */
export async function undoReadingCorrection(
  deps: CorrectionDependencies,
  scope: Scope,
  correctionId: number,
): Promise<Result<true, Failure>> {
  const { db, sites, ledger, clock } = deps;
  const correction = await readingCorrectionsStore(db).find(scope, correctionId);
  const site = correction === null ? null : await sites.topology(scope, correction.installationId);
  const device = site?.devices.find(({ id }) => id === correction?.deviceId);
  if (correction === null || site === null || device === undefined)
    return err(failure('NOT_FOUND', 'No such correction', 'correctionId'));
  await ledger.open();
  const keptSince = ledger.takenSince(scope.organizationId);
  if (correction.from < keptSince) return err(readingsGone(keptSince));
  await changeReadings(deps, scope, site, device, correction, () =>
    db.transaction(async (transaction) => {
      const isRemoved = await readingCorrectionsStore(transaction).remove(scope, correctionId);
      if (isRemoved)
        await audit(transaction, scope, 'readings.restored', { site, device, at: clock.now(), correction });
    }),
  );
  return ok(true);
}

/** Returns the site and device of a correction, and checks its period and metrics. */
export async function findCorrectedDevice(
  { sites, clock }: Pick<CorrectionDependencies, 'sites' | 'clock'>,
  scope: Scope,
  { installationId, deviceId, from, to, metrics }: Omit<ReadingCorrection, 'reason'>,
): Promise<Result<{ readonly site: Topology; readonly device: Device }, Failure>> {
  const site = await sites.topology(scope, installationId);
  const device = site?.devices.find(({ id }) => id === deviceId);
  if (site === null || device === undefined) return err(failure('NOT_FOUND', 'No such device', 'deviceId'));
  const problem = findPeriodProblem({ from, to }, clock.now());
  if (problem !== null) {
    const [field, message] = periodProblems[problem];
    return err(failure('BAD_INPUT', message, field));
  }
  const strange = metrics?.find((metric) => !checkMeasures(device, metric).ok);
  if (metrics?.length === 0 || strange !== undefined)
    return err(failure('BAD_INPUT', 'metrics takes what the device measures', 'metrics'));
  return ok({ site, device });
}

function findConflict(known: readonly StoredReadingCorrection[], wanted: ReadingCorrection): Failure | null {
  const ofDevice = known.filter(({ deviceId }) => deviceId === wanted.deviceId);
  const overlapping = ofDevice.some(
    ({ from, to, metrics }) =>
      from < wanted.to &&
      wanted.from < to &&
      (metrics === null || wanted.metrics === null || metrics.some((metric) => wanted.metrics?.includes(metric))),
  );
  if (overlapping) return failure('BAD_INPUT', 'Another correction covers part of this period. Undo it first.', 'from');
  if (ofDevice.length >= maxPerDevice || known.length >= maxPerSite)
    return failure('BAD_INPUT', `A device takes ${maxPerDevice} corrections and a site ${maxPerSite}`, 'deviceId');
  return null;
}

const readingsGone = (since: Instant): Failure =>
  failure('READINGS_GONE', `Readings are kept since ${new Date(since).toISOString().slice(0, 10)} only`, 'from');

/**
 * Changes how readings count, as a write of readings does: marks their days, so that rollups are made again and no
 * cache keeps what it read before, and announces them.
 */
async function changeReadings(
  { markDays, known, bus }: CorrectionDependencies,
  { organizationId }: Scope,
  { installationId }: Topology,
  device: Device,
  { from, to, metrics }: Span & { readonly metrics: readonly string[] | null },
  change: () => Promise<void>,
): Promise<void> {
  const days = listDays(from, to).map((day) => ({
    organization: organizationId,
    installation: installationId,
    day,
  }));
  const end = await markDays(days);
  try {
    await change();
  } finally {
    known.changed(organizationId);
    await end();
  }
  bus.publish('readings.stored', {
    organizationId,
    installationId,
    deviceIds: [device.id],
    metrics: metrics ?? [...sendableMetrics.keys()].filter((metric) => checkMeasures(device, metric).ok),
    from,
    to,
  });
}

interface Audited {
  readonly site: Topology;
  readonly device: Device;
  readonly at: Instant;
  readonly correction: Span & { readonly reason: string };
}

async function audit(
  transaction: Database,
  scope: Scope,
  action: 'readings.voided' | 'readings.restored',
  { site, device, at, correction }: Audited,
): Promise<void> {
  const local = (instant: Instant) => formatLocal(site.timezone, instant);
  const details = {
    device: device.name,
    period: `${local(correction.from)} – ${local(correction.to)}`,
    reason: correction.reason,
  };
  const { installationId } = site;
  await recordAudit(scope, transaction, { at, action, details, subjectId: device.id, installationId });
}
