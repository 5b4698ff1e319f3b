import { setTimeout as delay } from 'node:timers/promises';
import {
  type Clock,
  type DeviceId,
  err,
  type Failure,
  failure,
  type InstallationId,
  id,
  ok,
  type Result,
} from '@atrium/domain/core';
import { recordAudit } from '../../../../people/audit/index.ts';
import type { AnalyticsStore } from '../../../../platform/analytics-store.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import type { MarkDays } from '../../../reading-corrections/add-reading-correction.ts';
import { findMovedDays } from '../../../reading-corrections/correct-statements.ts';
import type { KnownCorrections } from '../../../reading-corrections/known-corrections.ts';
import { type DirtyDays, dayMs } from '../../../rollups/dirty-days.ts';
import type { Ingestion } from '../../ingest-readings.ts';
import type { ReadingRow } from '../../reading-row.ts';
import { type ImportedSite, importedReadingsStore, type StoredRow } from './imported-readings.store.ts';
import { type ReadingsImportRecord, readingsImportsStore } from './readings-imports.store.ts';
import '../../readings-stored.ts';

export interface UndoDependencies {
  readonly db: Database;
  /** As stored. */
  readonly analytics: AnalyticsStore;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly ingestion: Pick<Ingestion, 'store'>;
  readonly ledger: Pick<DirtyDays, 'open' | 'takenSince'>;
  readonly markDays: MarkDays;
  readonly known: Pick<KnownCorrections, 'of' | 'changed' | 'undone'>;
}

/** Number of readings. */
export interface ImportUndoEffect {
  /** Readings that will count no more. */
  readonly removed: number;
  /** Readings whose former values will count again. */
  readonly restored: number;
  /** Readings of the import that stay, because they were sent again since. */
  readonly kept: number;
}

const longestReason = 500;
/** An import that is not ended after this time was interrupted, ms. */
const interruptedMs = 3_600_000;
const rowsPerBatch = 1000;
const tries = 20;
const pauseMs = 500;
const notFound = err(failure('NOT_FOUND', 'No such import', 'importId'));

/** Returns what undoing an import would change. Fails with NOT_FOUND, or BAD_INPUT if it is undone or running. */
export async function readImportUndo(
  deps: Pick<UndoDependencies, 'db' | 'analytics' | 'clock'>,
  scope: Scope,
  importId: number,
): Promise<Result<ImportUndoEffect, Failure>> {
  const found = await findUndoable(deps, scope, importId);
  if (!found.ok) return found;
  const stored = importedReadingsStore(deps.analytics, scope.organizationId);
  const sites = await stored.sitesOf(importId);
  if (!sees(scope, sites)) return notFound;
  return ok(await countEffect(stored, found.value, sites));
}

/**
 * Undoes an import: the readings that it added count no more, and those that it replaced count again. Readings that a
 * device sent again since, with any value, stay. Repeat it after a failure; it then goes on. Fails with NOT_FOUND,
 * BAD_INPUT or OVERLOADED.
 */
export async function undoReadingsImport(
  deps: UndoDependencies,
  scope: Scope,
  importId: number,
  givenReason: string,
): Promise<Result<ReadingsImportRecord, Failure>> {
  const { db, analytics, clock, ledger } = deps;
  const reason = givenReason.trim();
  if (reason === '' || reason.length > longestReason)
    return err(failure('BAD_INPUT', `reason takes 1 to ${longestReason} characters`, 'reason'));
  const found = await findUndoable(deps, scope, importId);
  if (!found.ok) return found;
  await ledger.open();
  const stored = importedReadingsStore(analytics, scope.organizationId);
  const sites = await stored.sitesOf(importId);
  if (!sees(scope, sites)) return notFound;
  if (found.value.undoneAt === null) {
    const { removed, restored } = await countEffect(stored, found.value, sites);
    const at = clock.now();
    await changeReadings(deps, scope, sites, () =>
      db.transaction(async (transaction) => {
        const store = readingsImportsStore(transaction);
        const current = await store.find(scope, importId, true);
        if (current === null || current.undoneAt !== null) return;
        const spans = sites.map(({ installation, from, last }) => ({ installation, from, to: last + 1 }));
        await store.undo(scope, importId, spans, reason, at);
        const [first, ...others] = sites;
        await recordAudit(scope, transaction, {
          ...{ at, action: 'readings.importUndone', subjectId: importId },
          details: { file: current.fileName, removed, restored, reason },
          ...(first !== undefined && others.length === 0 && { installationId: id<InstallationId>(first.installation) }),
        });
      }),
    );
  }
  const restored = await restore(deps, scope, importId, sites);
  if (!restored.ok) return restored;
  const store = readingsImportsStore(db);
  await store.setRestored(importId);
  const undone = await store.find(scope, importId);
  return undone === null ? notFound : ok(undone);
}

async function findUndoable(
  { db, clock }: Pick<UndoDependencies, 'db' | 'clock'>,
  scope: Scope,
  importId: number,
): Promise<Result<ReadingsImportRecord, Failure>> {
  const found = await readingsImportsStore(db).find(scope, importId);
  if (found === null) return notFound;
  if (found.isRestored) return err(failure('BAD_INPUT', 'This import is undone already', 'importId'));
  if (found.endedAt === null && clock.now() - found.at < interruptedMs)
    return err(failure('BAD_INPUT', 'This import is running. Undo it when it has ended', 'importId'));
  return ok(found);
}

const sees = ({ installationIds }: Scope, sites: readonly ImportedSite[]): boolean =>
  installationIds === null || sites.every((one) => installationIds.some((seen) => seen === one.installation));

async function countEffect(
  stored: ReturnType<typeof importedReadingsStore>,
  { id: importId, added, replaced }: ReadingsImportRecord,
  sites: readonly ImportedSite[],
): Promise<ImportUndoEffect> {
  const readings = sites.reduce((sum, one) => sum + one.readings, 0);
  const restored = await stored.countReplacing(importId);
  return { removed: readings - restored, restored, kept: Math.max(0, added + replaced - readings) };
}

/**
 * Changes which readings count, as a correction does: marks their days and those to which corrections move them, and
 * announces the change. Days that are kept no longer stay as they were added up.
 */
async function changeReadings(
  { markDays, known, bus, ledger }: UndoDependencies,
  { organizationId }: Scope,
  sites: readonly ImportedSite[],
  change: () => Promise<void>,
): Promise<void> {
  const days = sites.flatMap(({ installation, days: own }) =>
    own.map((day) => ({ organization: organizationId, installation: id<InstallationId>(installation), day })),
  );
  const moved = await findMovedDays(known.of, days);
  const keptSince = ledger.takenSince(organizationId);
  const end = await markDays([...days, ...moved].filter(({ day }) => day * dayMs >= keptSince));
  try {
    await change();
  } finally {
    known.changed(organizationId);
    await end();
  }
  for (const { installation, devices, metrics, from, last } of sites)
    bus.publish('readings.stored', {
      ...{ organizationId, installationId: id<InstallationId>(installation), metrics, from, to: last + 1 },
      deviceIds: devices.map((one) => id<DeviceId>(one)),
    });
}

/** Stores what the import replaced again, and computes the shares of readings that it had covered in part. */
async function restore(
  { analytics, ingestion, known, ledger }: UndoDependencies,
  { organizationId }: Scope,
  importId: number,
  sites: readonly ImportedSite[],
): Promise<Result<true, Failure>> {
  const stored = importedReadingsStore(analytics, organizationId);
  const undone = new Set((await known.undone(organizationId)).map((one) => one.id));
  const keptSince = ledger.takenSince(organizationId);
  const put = async (rows: readonly ReadingRow[]): Promise<Result<true, Failure>> => {
    const kept = rows.filter(({ at }) => at >= keptSince);
    for (let begin = 0; begin < kept.length; begin += rowsPerBatch) {
      const sent = await submit(ingestion, kept.slice(begin, begin + rowsPerBatch));
      if (!sent.ok) return sent;
    }
    return ok(true);
  };
  for (const site of sites) {
    const { installation } = site;
    for (const day of await stored.replacedDays(importId, installation)) {
      const rows = await findCounting(importId, undone, (by) => stored.replacedOn(by, installation, day));
      const sent = await put(rows.map((row) => ({ ...row, replaces: importId })));
      if (!sent.ok) return sent;
    }
    for (const day of await stored.shortenedDays(site)) {
      const rows = (await stored.shortenedOn(site, day)).filter((row) => !undone.has(row.import));
      const sent = await put(rows.map((row) => ({ ...row, replaces: row.import })));
      if (!sent.ok) return sent;
    }
  }
  return ok(true);
}

/**
 * Returns what an import replaced. Where that is of another undone import, returns what the other one had replaced, or
 * nothing if the other one had added it.
 */
async function findCounting(
  importId: number,
  undone: ReadonlySet<number>,
  readReplaced: (importId: number) => Promise<readonly StoredRow[]>,
  seen: readonly number[] = [],
): Promise<readonly StoredRow[]> {
  const rows = await readReplaced(importId);
  const counting = rows.filter((row) => !undone.has(row.import));
  const hidden = Map.groupBy(
    rows.filter((row) => undone.has(row.import) && ![...seen, importId].includes(row.import)),
    (row) => row.import,
  );
  for (const [earlier, own] of hidden) {
    const wanted = new Set(own.map(toKey));
    const before = await findCounting(earlier, undone, readReplaced, [...seen, importId]);
    counting.push(...before.filter((row) => wanted.has(toKey(row))));
  }
  return counting;
}

const toKey = ({ metric, device, at, descriptors, visitor, x, y }: StoredRow) =>
  [metric, device, at, descriptors, visitor, x, y].join(' ');

/** Submits rows, and waits where the queue is full. */
async function submit(
  ingestion: UndoDependencies['ingestion'],
  rows: readonly ReadingRow[],
): Promise<Result<true, Failure>> {
  for (let count = 1; ; count += 1) {
    const stored = await ingestion.store(rows);
    if (stored.ok) return ok(true);
    if (stored.error.code !== 'OVERLOADED' || count === tries) return stored;
    await delay(pauseMs);
  }
}
