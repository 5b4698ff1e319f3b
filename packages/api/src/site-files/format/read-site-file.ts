import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Cancelled } from '../../platform/cancelled.ts';
import type { Asker } from '../../platform/concurrency/asker.ts';
import { shareCapacity } from '../../platform/concurrency/share-capacity.ts';
import { type ReadText, readText } from './read-text.ts';
import { Reading } from './reading/reading.ts';
import type { SiteFile } from './site-file.ts';

/** Characters; the largest real organization has a hundredth of it. */
export const largestSiteFile = 5_000_000;
/** Characters that are read in a moment: a thread takes longer to begin. */
const small = 50_000;
const memory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** Of reading one file, ms. */
const patience = 60_000;
const capacity = { atOnce: 2, ofOne: 1, waiting: [20, 2, 2], waitMs: 60_000 } as const;

export interface ReadSiteFile {
  /** null: not even its form is right, the problems say why. */
  readonly file: SiteFile | null;
  /** Collects the problems, also those found later against what is stored. */
  readonly reading: Reading;
}

/**
 * Reads the form of a site file: every mistake is reported with its line and column, not only the first. A large one is
 * read in a thread of its own, since it takes seconds in which nobody else would be served.
 */
export async function readSiteFile(text: string, asker?: Asker): Promise<ReadSiteFile> {
  if (text.length > largestSiteFile) return refused(`the file is larger than ${largestSiteFile / 1e6} MB`);
  if (text.length <= small) return opened(readText(text));
  return turns.run(() => readInThread(text, asker?.signal), asker);
}

/** Each takes a processor and much memory for as long. */
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
    // What takes more than a thread may have unfolds far beyond what can be applied.
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
