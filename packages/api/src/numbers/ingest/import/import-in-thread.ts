import { Worker } from 'node:worker_threads';
import { err, type Failure, failure, type Result } from '@atrium/domain/core';
import type { FileFault } from '@atrium/domain/numbers/delimited-files';
import { Cancelled } from '../../../platform/failures.ts';
import type { ImportLimits } from './import-limits.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportSummary } from './import-readings.ts';
import type { SendReadings } from './reading-sender.ts';

export interface FileToRead {
  readonly file: { readonly bytes: Uint8Array } | { readonly path: string };
  readonly options: ImportOptions;
  readonly limits: ImportLimits;
  /** Readings per batch. */
  readonly batchSize: number;
  /** Maximum lines reported individually. */
  readonly mostFaults: number;
}

/** Messages from the reader thread. */
export type FromReader =
  | { readonly kind: 'faults'; readonly faults: readonly (readonly [line: number, fault: FileFault])[] }
  | { readonly kind: 'batch'; readonly number: number; readonly raw: Parameters<SendReadings>[0] }
  | { readonly kind: 'done'; readonly result: Result<ImportSummary, Failure> };

/** Outcome of a batch. */
export interface ToReader {
  readonly number: number;
  readonly answer: Awaited<ReturnType<SendReadings>>;
}

export interface ReadDeps {
  readonly send: SendReadings;
  /** Reports a skipped or rejected line (from 1) and the reason. Line 0 stands for filled slots. */
  readonly report: (line: number, fault: FileFault) => void;
  /** Aborted when the caller no longer waits; no more batches are sent. */
  readonly signal?: AbortSignal | undefined;
}

const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/**
 * Imports a file of readings. A worker thread reads it; this thread only sends the batches. Rejects with `Cancelled`
 * when aborted, and with any error of `send`; no work is left running then.
 */
export async function importInThread(
  file: FileToRead,
  { send, report, signal }: ReadDeps,
): Promise<Result<ImportSummary, Failure>> {
  if (signal?.aborted) throw new Cancelled();
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: memory,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result<ImportSummary, Failure>>();
  let sending: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const leave = () => reject(new Cancelled());
  signal?.addEventListener('abort', leave, { once: true });
  worker.on('message', (message: FromReader) => {
    if (isOver) return;
    if (message.kind === 'faults') for (const [line, fault] of message.faults) report(line, fault);
    else if (message.kind === 'done') resolve(message.result);
    else {
      const { number, raw } = message;
      sending = send(raw).then((answer) => worker.postMessage({ number, answer } satisfies ToReader), reject);
    }
  });
  worker.once('error', (error: Error & { readonly code?: string }) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
    resolve(
      err(failure('BAD_INPUT', 'The file takes too much memory to be read. Split it into smaller files', 'file')),
    );
  });
  worker.once('exit', () => reject(new Error('what reads a file of readings ended')));
  try {
    return await promise;
  } finally {
    isOver = true;
    signal?.removeEventListener('abort', leave);
    await worker.terminate();
    await sending;
  }
}
