import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Calls } from '../../platform/bus/calls.ts';
import type { Ingestion, Intake } from './ingest-readings.ts';
import type { ReadingRow } from './reading-row.ts';
import type { Outcome } from './settle/settle-readings.ts';

const name = 'readings.store';
/** A message takes a megabyte; a row is some three hundred bytes of it. */
const rowsPerCall = 2000;
/** Longer than an insert takes while the disk is busy, ms. */
const patienceMs = 30_000;

const nobody = failure('OVERLOADED', 'Nobody is there to store the readings now. Send them again later.');

/** Hands good readings to the process at work, and is answered when they are on disk there. */
export function distantIntake(calls: Calls): Intake {
  return {
    isFull: false,
    waiting: 0,
    async submit(rows) {
      const sum: Outcome = { accepted: 0, unchanged: 0, corrected: 0 };
      for (let start = 0; start < rows.length; start += rowsPerCall) {
        const part = rows.slice(start, start + rowsPerCall);
        const told = await calls.call<Result<Outcome, Failure>>(name, part, patienceMs);
        if (told === null) return err(nobody);
        if (!told.answer.ok) return told.answer;
        for (const key of ['accepted', 'unchanged', 'corrected'] as const) sum[key] += told.answer.value[key];
      }
      return ok(sum);
    },
    drain: async () => {},
  };
}

/** Stores what other processes hand over. */
export function serveIntake(calls: Calls, ingestion: Pick<Ingestion, 'store'>): void {
  calls.serve(name, (rows: readonly ReadingRow[]) => ingestion.store(rows));
}
