import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, type Failure, failure, type Result } from '@atrium/domain/core';
import { Cancelled } from '../../../platform/failures.ts';
import { importInThread, type ReadDeps } from './import-in-thread.ts';
import { commandLimits } from './import-limits.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportSummary } from './import-readings.ts';

/** Large, because each batch costs a sync and a look-up; small enough to leave a running server responsive. */
const batchSize = 20_000;

/**
 * Imports an uploaded file of any size. The file is read twice, so it is first saved to the temporary folder. An upload
 * that breaks off stores nothing.
 */
export async function importReadings(
  file: Readable,
  options: ImportOptions,
  deps: ReadDeps,
): Promise<Result<ImportSummary, Failure>> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-import-'));
  try {
    const path = join(folder, 'readings');
    try {
      await pipeline(file, createWriteStream(path, { mode: 0o600 }), deps.signal ? { signal: deps.signal } : {});
    } catch (error) {
      if (deps.signal?.aborted) throw new Cancelled();
      const reason = error instanceof Error ? error.message : String(error);
      return err(failure('BAD_INPUT', `The file could not be received: ${reason}. Nothing was imported`));
    }
    return await importInThread(
      { file: { path }, options, limits: commandLimits, batchSize, mostFaults: Infinity },
      deps,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
