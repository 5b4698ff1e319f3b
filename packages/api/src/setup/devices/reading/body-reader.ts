import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { err, type Instant, type Result } from '@atrium/domain/core';
import type { FieldMap } from '@atrium/domain/setup/devices';
import { type ReadBody, readBody as readHere } from '@atrium/domain/setup/devices/dialects';
import { limitConcurrency } from '../../../platform/concurrency/share-capacity.ts';
import { Overloaded } from '../../../platform/failures.ts';

export interface BodyRequest {
  readonly body: string;
  readonly receivedAt: Instant;
  readonly maps: readonly FieldMap[];
  /** Whether its fields are listed as well. */
  readonly listsFields?: boolean;
}

export type BodyResult = Result<ReadBody, string>;

/** Characters of JSON that parse faster than a message reaches the worker thread. XML takes a hundred times that. */
const shortJson = 4_000;
/** Timeout for one body, in ms. The largest allowed body takes a few tens, and far more on a busy machine. */
const defaultPatience = 20_000;
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

const tooMuch = 'The body takes too much memory to read.';

/**
 * Parses bodies one after the other in a worker thread, so that none blocks the event loop. Replaces a thread that
 * times out or fails. Throws `Overloaded` on a timeout: the sender may retry.
 */
export function createBodyReader(patience = defaultPatience): (question: BodyRequest) => Promise<BodyResult> {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(new URL('./read-body.worker.ts', import.meta.url), { resourceLimits: memory });
    started.unref();
    return started;
  }

  const readApart = limitConcurrency(async (question: BodyRequest): Promise<BodyResult> => {
    worker ??= start();
    const asked = worker;
    // Keeps the process running until the thread answers.
    asked.ref();
    asked.postMessage(question);
    try {
      const [answer] = (await once(asked, 'message', { signal: AbortSignal.timeout(patience) })) as [BodyResult];
      asked.unref();
      return answer;
    } catch (error) {
      worker = null;
      await asked.terminate();
      const { name, code } = error as { readonly name?: string; readonly code?: string };
      if (name === 'AbortError') throw new Overloaded(10);
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') return err(tooMuch);
      throw error;
    }
  }, 1);

  return async (question) => {
    const { body, receivedAt, maps, listsFields } = question;
    const isShort = body.length <= shortJson && !body.trimStart().startsWith('<') && !body.startsWith('\uFEFF');
    return isShort ? readHere(body, receivedAt, maps, listsFields) : readApart(question);
  };
}

/** The shared reader. Its thread starts with the first body that needs it. */
export const readBody = createBodyReader();
