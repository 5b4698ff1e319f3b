import type { Clock } from '@atrium/domain/core';
import { Gauge } from 'prom-client';
import { type PeriodicTask, runPeriodically } from '../../platform/concurrency/timing.ts';
import type { BackupConfig } from '../../platform/config/read-config.ts';
import type { Work } from '../../platform/module.ts';
import type { PersistentProblems, Platform } from '../../platform/platform.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { runsStore } from '../runs/index.ts';
import type { Manifest } from './manifest.ts';
import { openRepository } from './repository.ts';
import { BackupRefused, openStorage } from './storage.ts';
import { type BackupSource, describeInterrupted, type TakenBackup, takeBackup } from './take-backup.ts';

interface ScheduleDependencies {
  readonly source: BackupSource;
  readonly config: BackupConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly problems: PersistentProblems;
  /** Called with the start of the last successful backup, in epoch ms. */
  readonly made: (begun: number) => void;
}

const lookEveryMs = 60_000;
/** Delay after a failure. */
const againAfterMs = 30 * 60_000;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const about = 'backups';

/**
 * Makes one backup a day, at the configured hour or, if that was missed, as soon as the product runs again. Returns
 * null if no place is configured. `/metrics` shows the time of the last successful backup. Stopping the task aborts a
 * running backup; the next one reuses what was copied so far.
 */
function scheduleBackups(platform: Platform): PeriodicTask | null {
  const { relational, analytics, folder, identity, clock, config, logger, problems, metrics } = platform;
  const source = { relational, analytics, folder: folder.path, installation: identity.id, clock };
  const last = new Gauge({
    name: 'atrium_last_backup_timestamp_seconds',
    help: 'Start of the last good daily backup; 0 if there is none',
    registers: [metrics],
  });
  const { place } = config.backup;
  if (place === null) return null;
  const made = (begun: number) => last.set(begun / 1000);
  const dependencies = { source, config: config.backup, clock, logger, problems, made };
  const runs = runsStore(relational.db);
  let begun = clock.now();
  let pauseMs = lookEveryMs;
  return runPeriodically(
    async (signal) => {
      begun = clock.now();
      pauseMs = againAfterMs;
      await backUpIfDue(dependencies, place, signal);
      pauseMs = lookEveryMs;
    },
    () => pauseMs,
    (error, signal) => {
      if (signal.aborted) return;
      const reason = error instanceof BackupRefused ? error.message : 'the log says why';
      problems.report(about, `no backup could be made: ${reason}`);
      logger.error({ err: error }, 'no backup could be made');
      // Not awaited: the database may be why the backup failed.
      runs
        .record('backup', { begun, ended: clock.now(), problem: reason, amounts: {} })
        .catch((failed) => logger.error({ err: failed }, 'a failed backup could not be recorded'));
    },
  );
}

/** Scheduled backups, made by the leader. */
export const createBackupModule = () => ({
  work: (platform: Platform): readonly Work[] => [{ by: 'leader', open: () => scheduleBackups(platform) ?? {} }],
});

/** Returns the time since which a backup is due, unless one has begun after it. */
export function findDueTime(now: number, hour: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs;
  return now >= today ? today : today - dayMs;
}

async function backUpIfDue(
  { source, config, clock, logger, problems, made }: ScheduleDependencies,
  place: string,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const last = await findLastBackup(place, config);
  if (last !== null && last.begun >= findDueTime(now, config.hour)) {
    made(last.begun);
    return;
  }
  const storage = openStorage(place, config.s3);
  const { key, keep } = config;
  const { name, manifest, written, removed, interrupted } = await takeRecordedBackup(
    source,
    { storage, key, keep },
    signal,
  );
  problems.report(about, null);
  made(manifest.begun);
  if (interrupted !== null) logger.warn({ backup: name }, describeInterrupted(interrupted));
  logger.info({ backup: name, bytes: written.bytes, objects: written.objects, removed }, 'a backup was made');
}

/** Takes a backup and records its run, so that System shows it. A failure is the caller's to record. */
export async function takeRecordedBackup(
  ...[source, target, signal]: Parameters<typeof takeBackup>
): Promise<TakenBackup> {
  const taken = await takeBackup(source, target, signal);
  const { begun, ended } = taken.manifest;
  await runsStore(source.relational.db).record('backup', {
    ...{ begun, ended, problem: null },
    amounts: { bytes: taken.written.bytes },
  });
  return taken;
}

interface LastBackup {
  readonly name: string;
  readonly begun: number;
}

/** Returns the latest readable backup at a place. Null: there is none. */
export async function findLastBackup(place: string, { key, s3 }: BackupConfig): Promise<LastBackup | null> {
  const storage = openStorage(place, s3);
  if ((await storage.list('backups')).length === 0) return null;
  const repository = await openRepository(storage, { key, installation: null });
  const name = (await repository.names()).at(-1);
  return name === undefined ? null : { name, begun: (await repository.read(name)).begun };
}

/** Describes the content of a backup in one line. */
export function describeBackup({ relational, analytics, files }: Manifest): string {
  const rows = (tables: readonly { readonly rows: number }[]) => tables.reduce((sum, table) => sum + table.rows, 0);
  const readings = rows(analytics.tables.flatMap(({ parts }) => parts));
  return `${rows(relational.tables)} rows of settings, ${readings} of readings and what was added up of them, ${files.length} files`;
}
