import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '@atrium/domain/core';
import type { FileRefusal } from '@atrium/domain/sales/file';
import { Cancelled } from '../../platform/cancelled.ts';
import type { FileCheck, FileToCheck, ReaderMessage } from './file-check.ts';

/** A file read in a separate thread, with limits of time and memory. */
export interface OpenFile {
  readonly check: FileCheck;
  /** Receipts in batches for the store. Can be iterated once. */
  readonly portions: AsyncIterable<string>;
}

/** `broken`: reading exceeded the limit of time or memory. */
export type ReaderFailure = FileRefusal | 'broken';

const memory = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
/** Timeout of one step, ms. Reading and checking the whole file is the longest. */
const stepTimeoutMs = 60_000;

/**
 * Checks a file and lets `use` take its receipts. Always ends the thread afterwards. Rejects with `Cancelled` when the
 * signal is aborted.
 */
export async function withFile<Answer>(
  file: FileToCheck,
  use: (open: OpenFile) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Result<Answer, ReaderFailure>> {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: memory,
  });
  try {
    const next = createStepper(worker, signal);
    const first = await next();
    if (first.kind === 'refused') return err(first.refusal);
    if (first.kind !== 'checked') throw new Error(`the reader of a file began with ${first.kind}`);
    return ok(await use({ check: first.check, portions: portionsOf(next) }));
  } catch (error) {
    if (signal?.aborted) throw new Cancelled();
    if (error instanceof ReaderGone) return err('broken');
    throw error;
  } finally {
    await worker.terminate();
  }
}

/** Thrown when the thread ended early. */
class ReaderGone extends Error {}

function createStepper(worker: Worker, signal: AbortSignal | undefined): () => Promise<ReaderMessage> {
  const failed = Promise.race([once(worker, 'exit'), new Promise((resolve) => worker.once('error', resolve))]).then(
    () => {
      throw new ReaderGone('the reader of a file ended');
    },
  );
  // The thread also exits when it is terminated.
  failed.catch(() => {});
  return async () => {
    const waiting = new AbortController();
    const limit = AbortSignal.any([
      waiting.signal,
      AbortSignal.timeout(stepTimeoutMs),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const said = once(worker, 'message', { signal: limit }).catch(() => {
      throw new ReaderGone('the reader of a file took too long');
    });
    worker.postMessage('next');
    try {
      const [message] = (await Promise.race([said, failed])) as [ReaderMessage];
      return message;
    } finally {
      waiting.abort();
      said.catch(() => {});
    }
  };
}

async function* portionsOf(next: () => Promise<ReaderMessage>): AsyncGenerator<string, void, undefined> {
  for (let message = await next(); message.kind === 'portion'; message = await next()) yield message.json;
}
