import type { Clock } from '@atrium/domain/core';
import { runPeriodically } from '../../platform/concurrency/timing.ts';
import type { RetentionConfig } from '../../platform/config/read-config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Module, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ExpiringRows } from '../../platform/relational/expiring-rows.ts';
import type { OwnedFiles } from '../../platform/relational/owned-files.ts';
import { runsStore } from '../runs/index.ts';
import { deleteOrphanedFiles } from './delete-orphaned-files.ts';
import { tableGrowth } from './table-growth.ts';

const dayMs = 86_400_000;
/** Pause while a table has more expired rows than one run deletes, ms. */
const backlogPauseMs = 600_000;

/** Rows per statement, and statements per table and run. */
const defaultLimits = { batch: 500, batches: 200 };

interface ExpiryDependencies {
  readonly expiring: readonly ExpiringRows[];
  readonly kept: RetentionConfig;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
  readonly limits?: typeof defaultLimits;
}

export interface DeletedRows {
  /** Number of deleted rows by table; only tables in which some were deleted. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Whether a table still has expired rows. */
  readonly hasMore: boolean;
}

/** Returns the days that rows of a table stay after they ended. Null: forever. */
export function findKeptDays(table: string, kept: RetentionConfig): number | null {
  const growth = tableGrowth[table];
  if (growth !== undefined && 'days' in growth) return growth.days;
  if (growth !== undefined && 'setting' in growth) return kept[growth.setting];
  throw new Error(`nothing says how long rows of ${table} stay`);
}

/**
 * Deletes expired rows of all tables, a bounded number of each. A table that fails is logged and stops no other. Can be
 * repeated and interrupted at any time.
 */
export async function deleteExpiredRows(
  { expiring, kept, clock, logError, limits = defaultLimits }: ExpiryDependencies,
  signal: AbortSignal,
): Promise<DeletedRows> {
  const deleted: Record<string, number> = {};
  let hasMore = false;
  for (const rows of expiring) {
    const days = findKeptDays(rows.table, kept);
    if (days === null) continue;
    const before = clock.now() - days * dayMs;
    try {
      let count = limits.batch;
      for (let batch = 0; batch < limits.batches && count === limits.batch && !signal.aborted; batch += 1) {
        count = await rows.deleteBefore(before, limits.batch);
        if (count > 0) deleted[rows.table] = (deleted[rows.table] ?? 0) + count;
      }
      hasMore ||= count === limits.batch;
    } catch (error) {
      logError(`expired rows of ${rows.table} could not be deleted`, error);
    }
  }
  return { deleted, hasMore };
}

interface ExpiryModuleDependencies {
  readonly expiring: readonly ExpiringRows[];
  readonly ownedFiles: readonly OwnedFiles[];
  readonly files: FileStore;
}

/** Deletes what the modules let expire, and files without a row, once a day. The leader does it. */
export function createExpiredRowsModule({ expiring, ownedFiles, files }: ExpiryModuleDependencies): Module {
  return {
    work: ({ clock, config, logger, relational }: Platform): readonly Work[] => [
      {
        by: 'leader',
        open() {
          const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
          let pauseMs = dayMs;
          return runPeriodically(
            async (signal) => {
              const begun = clock.now();
              const { deleted, hasMore } = await deleteExpiredRows(
                { expiring, kept: config.retention, clock, logError },
                signal,
              );
              await runsStore(relational.db).record('expiredRows', {
                ...{ begun, ended: clock.now(), amounts: deleted },
                problem: hasMore ? 'more rows have expired than one run deletes' : null,
              });
              pauseMs = hasMore ? backlogPauseMs : dayMs;
              if (Object.keys(deleted).length > 0) logger.info({ deleted }, 'expired rows were deleted');
              const orphaned = await deleteOrphanedFiles({ ownedFiles, files, clock }, signal);
              if (orphaned.length > 0)
                logger.info({ files: orphaned.length }, 'stored files without a row were deleted');
            },
            () => pauseMs,
            (error) => logError('expired rows could not be deleted', error),
          );
        },
      },
    ],
  };
}
