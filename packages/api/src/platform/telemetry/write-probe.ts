import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Instant } from '@atrium/domain/core';
import type pg from 'pg';
import { withTimeout } from '../concurrency/timing.ts';
import { orNotReady } from '../failures.ts';

export interface WriteProbe {
  /** Rejects with the reason while writes would not be durable. */
  check(): Promise<void>;
}

export interface WriteProbeDependencies {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Data folder, which holds the embedded stores and files. */
  readonly folder: string;
  readonly clock: Clock;
}

/** ms for which a result is cached: anyone may call this, and each check costs a sync. */
const validMs = 5000;
const answerMs = 2000;
/** More than one page, so that a single free block is not enough. */
const probeBytes = 64 * 1024;

/** Checks whether writes reach the disks, because a full disk still answers queries. */
export function createWriteProbe({ pool, folder, clock }: WriteProbeDependencies): WriteProbe {
  let last: { readonly at: Instant; readonly looked: Promise<void> } | null = null;
  return {
    check() {
      const now = clock.now();
      if (last === null || now - last.at >= validMs || now < last.at) {
        const looked = Promise.all([
          orNotReady(
            withTimeout(writeToDatabase(pool), answerMs),
            'the settings database stores nothing: its disk may be full or slow',
          ),
          orNotReady(
            withTimeout(writeToFolder(folder), answerMs),
            'the data folder stores nothing: its disk may be full or slow',
          ),
        ]).then(() => {});
        last = { at: now, looked };
      }
      return last.looked;
    },
  };
}

/** Writes only a WAL record: it is synced like a commit and leaves no row. */
async function writeToDatabase(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query("select pg_logical_emit_message(true, 'atrium', 'probe')");
}

async function writeToFolder(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(probeBytes));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
