import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QueryOwner } from '../../../platform/concurrency/query-owner.ts';
import { shareCapacity } from '../../../platform/concurrency/share-capacity.ts';
import { Cancelled } from '../../../platform/failures.ts';
import { type ReadText, readText } from './read-text.ts';
import { Reading } from './reading.ts';
import type { SiteFile } from './site-file.ts';

/** Characters; the largest real organization has a hundredth of it. */
export const maxSiteFileLength = 5_000_000;
/** Characters that are read faster than a thread starts. */
const small = 50_000;
const memory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** Timeout for reading one file, in ms. */
const patience = 60_000;
const capacity = { concurrency: 2, perOwner: 1, waiting: [20, 2, 2], waitMs: 60_000 } as const;

export interface ReadSiteFile {
  /** Null if the file is malformed; the problems say why. */
  readonly file: SiteFile | null;
  /** Collects problems, including those found later against the stored state. */
  readonly reading: Reading;
}

/**
 * Parses a site file and reports every problem with its line and column. A large file is read in a worker thread: it
 * takes seconds, and would block other requests.
 */
export async function readSiteFile(text: string, owner?: QueryOwner): Promise<ReadSiteFile> {
  if (text.length > maxSiteFileLength) return refused(`the file is larger than ${maxSiteFileLength / 1e6} MB`);
  if (text.length <= small) return opened(readText(text));
  return turns.run(() => readInThread(text, owner?.signal), owner);
}

/** Each read takes a core and much memory. */
const turns = shareCapacity(capacity);

async function readInThread(text: string, signal?: AbortSignal): Promise<ReadSiteFile> {
  const worker = new Worker(new URL('./read-text.worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: memory,
  });
  try {
    const limit = AbortSignal.any([AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])]);
    const [read] = (await once(worker, 'message', { signal: limit })) as [ReadText];
    return opened(read);
  } catch (error) {
    if (signal?.aborted) throw new Cancelled();
    // A text that exceeds the thread's limits expands to far more than can be applied.
    const { name, code } = error as { name?: string; code?: string };
    if (name !== 'AbortError' && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    return refused('the file takes too much time or memory to be read');
  } finally {
    await worker.terminate();
  }
}

const opened = ({ file, parts }: ReadText): ReadSiteFile => ({ file, reading: new Reading(parts) });

function refused(message: string): ReadSiteFile {
  const problems = [{ line: 1, column: 1, message }];
  return { file: null, reading: new Reading({ problems, lostKeys: new Set(), places: new Map(), lineStarts: [] }) };
}
