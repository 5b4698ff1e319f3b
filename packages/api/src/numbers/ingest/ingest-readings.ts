import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  ok,
  type Result,
} from '@atrium/domain/core';
import {
  checkMeasures,
  type MeasuringDevice,
  quoteText,
  type Reading,
  type Rejection,
  validateReading,
} from '@atrium/domain/numbers/readings';
import { type Device, isVirtual } from '@atrium/domain/sites';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { traced } from '../../platform/telemetry/spans.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { AckWatermarks } from '../ack-watermarks/ack-watermarks.ts';
import type { RecentDays } from '../recent-readings/recent-days.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import { defaultIngestLimits, type IngestLimits } from './ingest-limits.ts';
import { IngestQueue, type QueueDeps } from './ingest-queue.ts';
import { KeyRateLimiter } from './key-rate-limiter.ts';
import { type ReadingRow, type ReadingSource, toReadingRow } from './reading-row.ts';
import { readingStore } from './readings.store.ts';
import type { Outcome } from './settle/deduplicate-readings.ts';

/** Resolves serials to devices, within what the scope may see. */
export interface DeviceFinder {
  findDevice(
    scope: Scope,
    serial: string,
  ): Promise<{
    readonly device: MeasuringDevice & Pick<Device, 'id' | 'interval' | 'members' | 'removedAt'>;
    readonly installationId: InstallationId;
  } | null>;
}

export interface IngestDeps {
  readonly analytics: AnalyticsStore;
  readonly devices: DeviceFinder;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
  readonly limits?: Partial<IngestLimits>;
  readonly ledger?: DirtyDays;
  readonly corrections?: QueueDeps['corrections'];
  readonly readUndone?: QueueDeps['readUndone'];
  readonly openDays?: RecentDays | undefined;
  readonly marks?: AckWatermarks;
  /** Stores valid readings; by default in this process. */
  readonly intake?: Intake;
  /** Rejects once another process has taken over. Nothing written after that is acknowledged. */
  readonly confirm?: () => Promise<void>;
  /** Whether requests may be so late that their senders have retried and corrected them elsewhere. */
  readonly isBelated?: () => boolean;
}

const belated = failure('OVERLOADED', 'The server stood still for a while. Send the readings again.');

export interface RejectedReading extends Rejection {
  /** Zero-based position in the request. */
  readonly index: number;
}

/** accepted + unchanged + corrected + rejected equals the number of readings sent. */
export interface IngestSummary extends Readonly<Outcome> {
  readonly rejected: readonly RejectedReading[];
}

export interface IngestTotals extends Readonly<Outcome> {
  readonly rejected: number;
}

export interface Ingestion {
  readonly limits: IngestLimits;
  /** Remaining rate of each key, across all endpoints. */
  readonly rates: KeyRateLimiter;
  /** Whether a request would be rejected now. */
  readonly isFull: boolean;
  /** Readings waiting to be stored. */
  readonly waiting: number;
  /** Outcomes of the readings received since start. */
  readonly totals: IngestTotals;
  /**
   * Validates and stores raw readings; resolves once the valid ones are on disk. A key of one site passes its
   * installation and reaches only that site's devices. Fails with OVERLOADED when nothing can be promised; sending
   * again is safe.
   */
  ingestReadings(
    scope: Scope,
    keyInstallation: InstallationId | null,
    raw: readonly unknown[],
    now: Instant,
  ): Promise<Result<IngestSummary, Failure>>;
  /**
   * Stores readings of an import as `ingestReadings` does, so that it can be undone. Also returns their sites.
   */
  importReadings(
    scope: Scope,
    importId: number,
    raw: readonly unknown[],
    now: Instant,
  ): Promise<Result<IngestSummary & { readonly installations: readonly InstallationId[] }, Failure>>;
  /**
   * Returns what `ingestReadings` would answer for each reading, without storing any. `sound` counts those it would
   * store.
   */
  checkReadings(
    scope: Scope,
    raw: readonly unknown[],
    now: Instant,
  ): Promise<{ readonly sound: number; readonly rejected: readonly RejectedReading[] }>;
  /** Stores readings that another process has validated. */
  store(rows: readonly ReadingRow[]): Promise<Result<Outcome, Failure>>;
  /** Resolves once everything accepted is on disk and recorded as acknowledged. */
  drain(): Promise<void>;
}

/** Receiver of valid readings. */
export interface Intake extends Pick<IngestQueue, 'isFull' | 'waiting' | 'drain'> {
  /** `arrivedAt`: `performance.now()` when the sender began to wait; now by default. */
  submit(rows: readonly ReadingRow[], arrivedAt?: number): Promise<Result<Outcome, Failure>>;
}

export function createIngestion(deps: IngestDeps): Ingestion {
  const limits = { ...defaultIngestLimits, ...deps.limits };
  const { bus, clock, ledger, corrections, readUndone, openDays, marks, confirm, logError } = deps;
  const store = readingStore(deps.analytics);
  const queue =
    deps.intake ??
    new IngestQueue({ store, ledger, corrections, readUndone, openDays, marks, confirm, bus, clock, limits, logError });
  let totals: IngestTotals = { accepted: 0, unchanged: 0, corrected: 0, rejected: 0 };
  const look = async (scope: Scope, keyInstallation: InstallationId | null, raw: readonly unknown[], now: Instant) => {
    const checked = raw.map((one) => validateReading(one, now));
    const sources = await findSources(deps.devices, scope, keyInstallation, checked);
    await deps.ledger?.open();
    await deps.marks?.open();
    return rowsAndRejected(scope, checked, sources, deps.ledger?.takenSince(scope.organizationId) ?? null);
  };
  const take = (
    scope: Scope,
    keyInstallation: InstallationId | null,
    raw: readonly unknown[],
    now: Instant,
    importId = 0,
  ) =>
    traced('ingestion', { 'atrium.readings': raw.length }, async () => {
      const arrivedAt = performance.now();
      if (deps.isBelated?.() === true) return err(belated);
      const { rows: sound, rejected } = await look(scope, keyInstallation, raw, now);
      const rows = importId === 0 ? sound : sound.map((row) => ({ ...row, import: importId }));
      const stored = await queue.submit(rows, arrivedAt);
      if (!stored.ok) return stored;
      totals = addOutcome(totals, stored.value, rejected.length);
      return ok({ ...stored.value, rejected, rows });
    });
  return {
    limits,
    rates: new KeyRateLimiter(clock, limits),
    get totals() {
      return totals;
    },
    get isFull() {
      return queue.isFull;
    },
    get waiting() {
      return queue.waiting;
    },
    async ingestReadings(scope, keyInstallation, raw, now) {
      const stored = await take(scope, keyInstallation, raw, now);
      if (!stored.ok) return stored;
      const { rows: _, ...summary } = stored.value;
      return ok(summary);
    },
    async importReadings(scope, importId, raw, now) {
      const stored = await take(scope, null, raw, now, importId);
      if (!stored.ok) return stored;
      const { rows, ...summary } = stored.value;
      return ok({ ...summary, installations: [...new Set(rows.map(({ installation }) => installation))] });
    },
    async checkReadings(scope, raw, now) {
      const { rows, rejected } = await look(scope, null, raw, now);
      return { sound: rows.length, rejected };
    },
    store: (rows) => queue.submit(rows),
    async drain() {
      await queue.drain();
      await deps.marks?.flush();
    },
  };
}

const addOutcome = (totals: IngestTotals, { accepted, unchanged, corrected }: Outcome, rejected: number) => ({
  accepted: totals.accepted + accepted,
  unchanged: totals.unchanged + unchanged,
  corrected: totals.corrected + corrected,
  rejected: totals.rejected + rejected,
});

interface FoundSource extends ReadingSource, MeasuringDevice {
  readonly removedAt: Instant | null;
  readonly madeOfOthers: boolean;
}

type Checked = readonly Result<Reading, Rejection>[];

async function findSources(
  finder: DeviceFinder,
  scope: Scope,
  keyInstallation: InstallationId | null,
  checked: Checked,
) {
  const serials = new Set<string>();
  for (const one of checked) if (one.ok) serials.add(one.value.serial);
  const sources = new Map<string, FoundSource>();
  // Sequential: the first look-up loads all devices of the organization.
  for (const serial of serials) {
    const found = await finder.findDevice(scope, serial);
    if (found === null || (keyInstallation !== null && found.installationId !== keyInstallation)) continue;
    const { id: device, removedAt, kind, meter, interval } = found.device;
    const madeOfOthers = isVirtual(found.device);
    sources.set(serial, { installation: found.installationId, device, removedAt, kind, meter, interval, madeOfOthers });
  }
  return sources;
}

function rowsAndRejected(
  scope: Scope,
  checked: Checked,
  sources: ReadonlyMap<string, FoundSource>,
  since: Instant | null,
) {
  const rows: ReadingRow[] = [];
  const rejected: RejectedReading[] = [];
  checked.forEach((one, index) => {
    const result = one.ok ? withSource(scope, one.value, sources, since) : one;
    if (result.ok) rows.push(result.value);
    else rejected.push({ index, ...result.error });
  });
  return { rows, rejected };
}

function withSource(scope: Scope, reading: Reading, sources: ReadonlyMap<string, FoundSource>, since: Instant | null) {
  const source = sources.get(reading.serial);
  if (source === undefined) {
    const message = `No device ${quoteText(reading.serial)} belongs to this key.`;
    return err<Rejection>({ code: 'UNKNOWN_DEVICE', message });
  }
  if (source.madeOfOthers) {
    const message = `Device ${quoteText(reading.serial)} is virtual: send the readings of its members.`;
    return err<Rejection>({ code: 'UNKNOWN_DEVICE', message });
  }
  const measures = checkMeasures(source, reading.metric);
  if (!measures.ok) return measures;
  if (source.removedAt !== null && reading.at >= source.removedAt) {
    const message = `Device ${quoteText(reading.serial)} was taken out of service before this time.`;
    return err<Rejection>({ code: 'DEVICE_REMOVED', message });
  }
  if (since !== null && reading.at < since) {
    const message = `Readings from before ${new Date(since).toISOString().slice(0, 10)} are kept no longer.`;
    return err<Rejection>({ code: 'TIME_NOT_KEPT', message });
  }
  return ok(toReadingRow(scope, source, reading));
}
