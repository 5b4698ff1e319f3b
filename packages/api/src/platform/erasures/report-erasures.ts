import type { Platform } from '../platform.ts';
import { describeUnfinished, openErasureRecord } from './erasure-record.ts';

/** Reports interrupted erasures in the log and at `/readyz`. */
export async function reportUnfinishedErasures({ files, logger, problems }: Platform): Promise<void> {
  const unfinished = (await openErasureRecord(files).unfinished()).map(describeUnfinished);
  problems.report('erasures', unfinished.length === 0 ? null : unfinished.join('; '));
  for (const problem of unfinished) logger.error(problem);
}
