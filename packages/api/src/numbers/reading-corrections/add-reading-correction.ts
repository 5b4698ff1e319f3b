import {
  type Clock,
  err,
  type Failure,
  failure,
  formatLocal,
  type Instant,
  ok,
  type Result,
} from '@atrium/domain/core';
import {
  type CorrectionKind,
  canCorrect,
  checkMeasures,
  doConflict,
  endOfCorrections,
  findAmountProblem,
  findPeriodProblem,
  listCorrectedSpans,
  maxCorrectedAheadMs,
  type PeriodProblem,
  sendableMetrics,
} from '@atrium/domain/numbers/readings';
import { type Device, isVirtual, type Topology } from '@atrium/domain/sites';
import { recordAudit } from '../../people/audit/index.ts';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import { listDays } from '../rollups/roll-up-balances.store.ts';
import { correctReadings } from './correct-statements.ts';
import { findRegisters, findSingleReadings } from './corrected-days.store.ts';
import type { KnownCorrections } from './known-corrections.ts';
import {
  type ReadingCorrection,
  readingCorrectionsStore,
  type StoredReadingCorrection,
} from './reading-corrections.store.ts';
import '../ingest/readings-stored.ts';

export interface CorrectionDependencies {
  readonly db: Database;
  /** As sent, without undone imports. */
  readonly analytics: AnalyticsStore;
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

/** Correction as users state it. */
export interface WantedCorrection extends Omit<ReadingCorrection, 'to' | 'descriptors' | 'reason'> {
  /** Null for a replaced meter: from then on. */
  readonly to: Instant | null;
}

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
 * Corrects a device's readings of a period in every number, also those that arrive later. The readings stay stored as
 * sent. Fails with BAD_INPUT, NOT_FOUND, or READINGS_GONE when readings of the period may be deleted.
 */
export async function addReadingCorrection(
  deps: CorrectionDependencies,
  scope: Scope,
  wanted: WantedCorrection & { readonly reason: string },
): Promise<Result<StoredReadingCorrection, Failure>> {
  const { db, clock, ledger } = deps;
  const reason = wanted.reason.trim();
  const found = await checkCorrection(deps, scope, wanted);
  if (!found.ok) return found;
  if (reason === '' || reason.length > longestReason)
    return err(failure('BAD_INPUT', `reason takes 1 to ${longestReason} characters`, 'reason'));
  const { site, device, correction: checked } = found.value;
  const correction = { ...checked, reason };
  const keptSince = ledger.takenSince(scope.organizationId);
  let added: Result<StoredReadingCorrection, Failure> | null = null;
  await changeReadings(deps, scope, site, device, correction, () =>
    db.transaction(async (transaction) => {
      const store = readingCorrectionsStore(transaction);
      await store.lockSite(scope, correction.installationId);
      const known = await store.ofSite(scope, correction.installationId, {
        from: keptSince,
        to: Number.POSITIVE_INFINITY,
      });
      const problem = findConflict(known, correction);
      if (problem !== null) {
        added = err(problem);
        return;
      }
      const at = clock.now();
      added = ok(await store.insert(scope, correction, at));
      const action = correction.kind === 'void' ? 'readings.voided' : 'readings.corrected';
      await audit(transaction, scope, action, { site, device, at, correction });
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
  if (findBegin(correction) < keptSince) return err(readingsGone(keptSince));
  await changeReadings(deps, scope, site, device, correction, () =>
    db.transaction(async (transaction) => {
      const isRemoved = await readingCorrectionsStore(transaction).remove(scope, correctionId);
      if (isRemoved)
        await audit(transaction, scope, 'readings.restored', { site, device, at: clock.now(), correction });
    }),
  );
  return ok(true);
}

/** Checked correction with its site and device. */
export interface CheckedCorrection {
  readonly site: Topology;
  readonly device: Device;
  readonly correction: Omit<ReadingCorrection, 'reason'>;
}

/**
 * Checks a correction, and finds the reading or register that it concerns. Fails with NOT_FOUND, READINGS_GONE or
 * BAD_INPUT, for the last two with a `reason` of `noReading` or `severalReadings`.
 */
export async function checkCorrection(
  { sites, clock, ledger, analytics, known }: Omit<CorrectionDependencies, 'db' | 'bus' | 'markDays'>,
  scope: Scope,
  wanted: WantedCorrection,
  signal?: AbortSignal,
): Promise<Result<CheckedCorrection, Failure>> {
  const { installationId, deviceId, kind, metrics, from } = wanted;
  const site = await sites.topology(scope, installationId);
  const device = site?.devices.find(({ id }) => id === deviceId);
  if (site === null || device === undefined) return err(failure('NOT_FOUND', 'No such device', 'deviceId'));
  if (isVirtual(device)) return err(failure('BAD_INPUT', 'Correct the readings of its members', 'deviceId'));
  if ((wanted.to === null) !== (kind === 'replaced'))
    return err(failure('BAD_INPUT', 'Only a replaced meter has no end of its period', 'to'));
  const correction = { ...wanted, to: wanted.to ?? endOfCorrections, descriptors: null };
  const problem = findPeriodProblem(correction, clock.now());
  if (problem !== null) {
    const [field, message] = periodProblems[problem];
    return err(failure('BAD_INPUT', message, field));
  }
  const metricProblem = findMetricProblem(device, kind, metrics);
  if (metricProblem !== null) return err(failure('BAD_INPUT', metricProblem, 'metrics'));
  const amountProblem = findAmountProblem(wanted);
  if (amountProblem !== null)
    return err(failure('BAD_INPUT', `${amountProblem} is missing, superfluous or impossible`, amountProblem));
  await ledger.open();
  const keptSince = ledger.takenSince(scope.organizationId);
  if (findBegin(correction) < keptSince) return err(readingsGone(keptSince));
  if (kind !== 'set' && kind !== 'replaced') return ok({ site, device, correction });
  const readChanges = async (organization: number) =>
    (await known.of(organization)).filter((one) => kind === 'replaced' && one.kind !== 'replaced');
  const reader = createQueryReader(correctReadings(analytics, readChanges), buildQueryOwner(scope, signal));
  const sent = {
    organizationId: site.organizationId,
    installations: [installationId],
    devices: [deviceId],
    metrics: [...(metrics ?? [])],
  };
  if (kind === 'set') {
    const [reading, other] = await findSingleReadings(reader, { ...sent, from, to: correction.to });
    const missing = findMissing(reading, other);
    if (missing !== null || reading === undefined) return err(missing ?? noReading);
    const { at, descriptors } = reading;
    return ok({ site, device, correction: { ...correction, from: at, to: at + 1, descriptors } });
  }
  const [register, other] = await findRegisters(reader, sent, from);
  const missing = findMissing(register, other);
  if (missing !== null || register === undefined) return err(missing ?? noReading);
  const lastLevel = wanted.lastLevel ?? register.last;
  if (lastLevel === null) return err(noReading);
  return ok({ site, device, correction: { ...correction, lastLevel, descriptors: register.descriptors } });
}

const noReading: Failure = {
  ...failure('BAD_INPUT', 'The device sent nothing of this metric in this time', 'from'),
  reason: { id: 'noReading', values: {} },
};
const severalReadings: Failure = {
  ...failure('BAD_INPUT', 'The device sent several readings or registers of this metric in this time', 'from'),
  reason: { id: 'severalReadings', values: {} },
};

const findMissing = (first: unknown, second: unknown): Failure | null =>
  first === undefined ? noReading : second === undefined ? null : severalReadings;

/** Returns the earliest instant whose readings a correction concerns. */
const findBegin = (correction: Omit<ReadingCorrection, 'reason'>): Instant =>
  Math.min(...listCorrectedSpans(correction).map(({ from }) => from));

function findMetricProblem(device: Device, kind: CorrectionKind, metrics: readonly string[] | null): string | null {
  const isPossible = (metric: string) => checkMeasures(device, metric).ok && canCorrect(kind, metric);
  if (kind === 'exchange' || kind === 'shift') {
    if (metrics !== null) return 'This correction concerns all metrics of a device';
    return [...sendableMetrics.keys()].some(isPossible) ? null : 'The device counts no entries and exits';
  }
  if (kind === 'scale' && metrics === null) return 'metrics takes those whose values are multiplied';
  if ((kind === 'set' || kind === 'replaced') && metrics?.length !== 1) return 'metrics takes one';
  return metrics?.length === 0 || !(metrics ?? []).every(isPossible) ? 'metrics takes what the device measures' : null;
}

function findConflict(
  known: readonly StoredReadingCorrection[],
  wanted: Omit<ReadingCorrection, 'reason'>,
): Failure | null {
  const ofDevice = known.filter(({ deviceId }) => deviceId === wanted.deviceId);
  if (ofDevice.some((one) => doConflict(one, wanted)))
    return failure('BAD_INPUT', 'Another correction covers part of this period. Undo it first.', 'from');
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
  { markDays, known, bus, clock }: CorrectionDependencies,
  { organizationId }: Scope,
  { installationId }: Topology,
  device: Device,
  correction: Omit<ReadingCorrection, 'reason'>,
  change: () => Promise<void>,
): Promise<void> {
  // Later days have no rollups yet.
  const latest = clock.now() + maxCorrectedAheadMs;
  const spans = listCorrectedSpans(correction).map(({ from, to }) => ({ from, to: Math.min(to, latest) }));
  const days = [...new Set(spans.flatMap(({ from, to }) => listDays(from, to)))].map((day) => ({
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
    metrics: correction.metrics ?? [...sendableMetrics.keys()].filter((metric) => checkMeasures(device, metric).ok),
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  });
}

interface Audited {
  readonly site: Topology;
  readonly device: Device;
  readonly at: Instant;
  readonly correction: ReadingCorrection;
}

async function audit(
  transaction: Database,
  scope: Scope,
  action: 'readings.voided' | 'readings.corrected' | 'readings.restored',
  { site, device, at, correction }: Audited,
): Promise<void> {
  const local = (instant: Instant) => formatLocal(site.timezone, instant);
  const details = {
    device: device.name,
    ...(correction.kind !== 'void' && { kind: correction.kind }),
    period:
      correction.kind === 'replaced' ? local(correction.from) : `${local(correction.from)} – ${local(correction.to)}`,
    reason: correction.reason,
  };
  const { installationId } = site;
  await recordAudit(scope, transaction, { at, action, details, subjectId: device.id, installationId });
}
