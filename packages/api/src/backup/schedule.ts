import type { Clock } from '@atrium/domain/core';
import { Gauge } from 'prom-client';
import type { BackupConfig } from '../platform/config/index.ts';
import type { Logger } from '../platform/logging/index.ts';
import type { PersistentProblems } from '../platform/persistent-problems.ts';
import type { Platform } from '../platform/platform.ts';
import { BackupRefused } from './backup-refused.ts';
import { findLastBackup } from './last-backup.ts';
import { openStorage } from './repository/open-storage.ts';
import { openRepository } from './repository/repository.ts';
import { type BackupSource, takeBackup } from './take-backup.ts';

export interface BackupSchedule {
  /** Makes a backup if one is due. Never rejects. */
  look(): Promise<void>;
  /** Aborts a running backup. The next one reuses what it has copied so far. */
  stop(): Promise<void>;
}

export interface ScheduleDependencies {
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

/** Starts one backup a day at its hour, or as soon as the product runs again. Null if no place is configured. */
function startBackups(dependencies: ScheduleDependencies): BackupSchedule | null {
  const { config, logger, problems } = dependencies;
  if (config.place === null) return null;
  const { place } = config;
  const ending = new AbortController();
  let notBefore = 0;
  let looking: Promise<void> | null = null;
  const look = async () => {
    try {
      await lookOnce(dependencies, place, notBefore, ending.signal);
    } catch (error) {
      if (ending.signal.aborted) return;
      notBefore = dependencies.clock.now() + againAfterMs;
      const reason = error instanceof BackupRefused ? error.message : 'the log says why';
      problems.report(about, `no backup could be made: ${reason}`);
      logger.error({ err: error }, 'no backup could be made');
    }
  };
  const shared = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(() => void shared(), lookEveryMs);
  timer.unref();
  return {
    look: shared,
    async stop() {
      clearInterval(timer);
      ending.abort();
      await looking;
    },
  };
}

/** Starts scheduled backups for a platform. `/metrics` shows the time of the last successful one. */
export function startScheduledBackups(platform: Platform): BackupSchedule | null {
  const { relational, analytics, folder, identity, clock, config, logger, problems, metrics } = platform;
  const source = { relational, analytics, folder: folder.path, installation: identity.id, clock };
  const last = new Gauge({
    name: 'atrium_last_backup_timestamp_seconds',
    help: 'When the last good scheduled backup began; 0: none is known',
    registers: [metrics],
  });
  const made = (begun: number) => last.set(begun / 1000);
  return startBackups({ source, config: config.backup, clock, logger, problems, made });
}

/** Returns the time since which a backup is due, unless one has begun after it. */
export function findDueTime(now: number, hour: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs;
  return now >= today ? today : today - dayMs;
}

async function lookOnce(
  { source, config, clock, logger, problems, made }: ScheduleDependencies,
  place: string,
  notBefore: number,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  if (now < notBefore) return;
  const last = await findLastBackup(place, config);
  if (last !== null && last.begun >= findDueTime(now, config.hour)) {
    made(last.begun);
    return;
  }
  const storage = openStorage(place, config.s3);
  const { name, manifest, written } = await takeBackup(source, { storage, key: config.key }, signal);
  const repository = await openRepository(storage, { key: config.key, installation: source.installation });
  const gone = await repository.prune(config.keep);
  problems.report(about, null);
  made(manifest.begun);
  logger.info({ backup: name, bytes: written.bytes, objects: written.objects, removed: gone }, 'a backup was made');
}
