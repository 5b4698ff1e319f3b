import type { Instant } from '@atrium/domain/core';
import type { BackupConfig } from '../../platform/config/read-config.ts';
import { findDueTime } from '../backup/index.ts';
import type { Run } from '../runs/index.ts';

const dayMs = 86_400_000;

/** Number of nights that are shown. */
export const shownNights = 14;

/** The backups of one night: from one due time to the next. */
export interface BackupNight {
  /** When the backup was due. */
  readonly due: Instant;
  /** `none`: neither a backup nor an attempt is recorded. */
  readonly state: 'made' | 'failed' | 'none';
  /** New bytes. Null: none was made. */
  readonly bytes: number | null;
  /** Why the last attempt failed. Null where a backup was made. */
  readonly problem: string | null;
}

export interface Backups {
  readonly place: string;
  /** Start of the last good backup. Null: there is none. */
  readonly last: Instant | null;
  /** When the next one is due; in the past while it is late. */
  readonly next: Instant;
  /** Oldest first. */
  readonly nights: readonly BackupNight[];
}

interface Recorded {
  readonly runs: readonly Run[];
  /** Start of the last good backup, also of a version that recorded none. */
  readonly last: Instant | null;
  readonly now: Instant;
}

/** Describes the daily backups. Null: none are set up. */
export function describeBackups(
  { place, hour }: Pick<BackupConfig, 'place' | 'hour'>,
  { runs, last, now }: Recorded,
): Backups | null {
  if (place === null) return null;
  const due = findDueTime(now, hour);
  const nights = Array.from({ length: shownNights }, (_, index) =>
    describeNight(due - (shownNights - 1 - index) * dayMs, runs),
  );
  return { place, last, next: last !== null && last >= due ? due + dayMs : due, nights };
}

function describeNight(due: Instant, runs: readonly Run[]): BackupNight {
  const own = runs.filter(({ begun }) => begun >= due && begun < due + dayMs);
  const made = own.filter(({ problem }) => problem === null);
  if (made.length > 0) {
    const bytes = made.reduce((sum, { amounts }) => sum + (amounts.bytes ?? 0), 0);
    return { due, state: 'made', bytes, problem: null };
  }
  const failed = own.toSorted((left, right) => left.begun - right.begun).at(-1);
  return { due, state: failed === undefined ? 'none' : 'failed', bytes: null, problem: failed?.problem ?? null };
}
