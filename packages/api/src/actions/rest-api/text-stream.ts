import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { type Failure, failure } from '@atrium/domain/core';
import type { VerifiedKey } from '../../people/access/index.ts';
import { Cancelled, findOverload } from '../../platform/failures.ts';
import { findUnavailable } from '../../platform/unavailable.ts';

/** Part of a bulk answer that is read and sent at once. */
export interface BulkPart {
  /** Units of about 1 µs of CPU. */
  readonly cost: number;
  /** Reads the part, as JSON objects. */
  readonly read: () => Promise<readonly object[] | Failure>;
}

/** An answer of many lines, which is read while the caller takes it. */
export class TextStream {
  readonly #parts: readonly BulkPart[];
  readonly #first: number;

  /** `first` is the number of the first part. */
  constructor(parts: readonly BulkPart[], first: number) {
    this.#parts = parts;
    this.#first = first;
  }

  /**
   * Returns the lines: JSON objects, and a last one with the cursor `next`, null at the end. It has a `problem` where the
   * stream stops early, such as a spent budget or a busy server. A part is read when the one before was taken, so memory
   * is that of one part. An unexpected error breaks the stream off without a last line.
   */
  open(spend: (cost: number) => Promise<Failure | null>, signal: AbortSignal): Readable {
    return Readable.from(this.#write(spend, signal), { objectMode: false, highWaterMark: 65_536 });
  }

  async *#write(spend: (cost: number) => Promise<Failure | null>, signal: AbortSignal): AsyncGenerator<string> {
    for (const [index, part] of this.#parts.entries()) {
      const stop = (problem: Failure) => `${JSON.stringify({ next: writeCursor(this.#first + index), problem })}\n`;
      if (signal.aborted) return yield stop(busy);
      const refusal = await spend(part.cost);
      if (refusal !== null) return yield stop(refusal);
      const rows = await part.read().catch(toProblem);
      if ('code' in rows) return yield stop(rows);
      for (let at = 0; at < rows.length; at += linesAtOnce)
        yield rows
          .slice(at, at + linesAtOnce)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join('');
    }
    yield `${JSON.stringify({ next: null })}\n`;
  }
}

const linesAtOnce = 500;

const busy = failure('OVERLOADED', 'This took too long. Continue with `next`.');

/** Returns what the caller can wait for; throws anything else. */
function toProblem(error: unknown): Failure {
  const overload = findOverload(error);
  if (overload !== null) return { ...busy, message: 'The server is busy.', retryAfter: overload.retryAfter };
  const unavailable = findUnavailable(error);
  if (unavailable !== null) return { ...busy, message: unavailable.message, retryAfter: unavailable.retryAfter };
  if (error instanceof Cancelled) return busy;
  throw error;
}

const writeCursor = (part: number) => Buffer.from(`part ${part}`).toString('base64url');

/** Returns the number of the part that a cursor names; null for what is no cursor. */
export function parseCursor(cursor: string): number | null {
  const [, part] = /^part (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return part === undefined ? null : Number(part);
}

/**
 * Counts a stream of a caller, a token or the owner of personal ones, until its response is closed. Returns false if too
 * many of the caller run, or if the caller has left already: the response would tell no more when it is closed.
 */
export type TakeStream = (
  caller: number | string,
  response: Pick<EventEmitter, 'once'> & { readonly destroyed?: boolean },
) => boolean;

/** The personal tokens of a person count as one caller: each stream takes memory, and anybody may make twenty tokens. */
export const getStreamCaller = ({
  keyId,
  scope: { userId },
}: Pick<VerifiedKey, 'keyId'> & { readonly scope: Pick<VerifiedKey['scope'], 'userId'> }): number | string =>
  userId === null ? keyId : `person ${userId}`;

export function createStreamLimit(max: number): TakeStream {
  const running = new Map<number | string, number>();
  return (caller, response) => {
    const count = running.get(caller) ?? 0;
    if (count >= max || response.destroyed === true) return false;
    running.set(caller, count + 1);
    response.once('close', () => {
      const left = (running.get(caller) ?? 1) - 1;
      if (left > 0) running.set(caller, left);
      else running.delete(caller);
    });
    return true;
  };
}
