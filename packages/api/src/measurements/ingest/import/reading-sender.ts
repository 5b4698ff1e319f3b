import type { Failure, Result } from '@atrium/domain/core';
import type { IngestSummary } from '../ingest-readings.ts';

/** Takes raw readings, at most as many as a request may hold, and answers when they are stored. */
export type SendReadings = (raw: readonly object[]) => Promise<Result<IngestSummary, Failure>>;

const batchSize = 10_000;

/** A refused reading, with the line it came from; null for a filled slot. */
export type OnRejected = (line: number | null, code: string, message: string, serial: string) => void;

/** Sends readings in batches, one under way while the next is gathered: in order, because a later line corrects. */
export class ReadingSender {
  readonly totals = { accepted: 0, unchanged: 0, corrected: 0 };
  readonly #send: SendReadings;
  readonly #onRejected: OnRejected;
  #batch: { readonly device: string }[] = [];
  #lines: (number | null)[] = [];
  #underWay: Promise<Failure | null> = Promise.resolve(null);

  constructor(send: SendReadings, onRejected: OnRejected) {
    this.#send = send;
    this.#onRejected = onRejected;
  }

  get isFull(): boolean {
    return this.#batch.length >= batchSize;
  }

  add(reading: { readonly device: string }, line: number | null): void {
    this.#batch.push(reading);
    this.#lines.push(line);
  }

  /** Sends what was gathered once the batch before is stored; answers that one's failure, if it failed. */
  async next(): Promise<Failure | null> {
    const failed = await this.#underWay;
    if (failed !== null) return failed;
    const batch = this.#batch;
    const lines = this.#lines;
    this.#batch = [];
    this.#lines = [];
    this.#underWay = this.#sendAll(batch, lines);
    return null;
  }

  /** Sends the rest and waits for all. */
  async end(): Promise<Failure | null> {
    return (await this.next()) ?? (await this.#underWay);
  }

  /** One row may bring several readings, so a batch can exceed what one request takes. */
  async #sendAll(batch: readonly { readonly device: string }[], lines: readonly (number | null)[]) {
    for (let start = 0; start < batch.length; start += batchSize) {
      const part = batch.slice(start, start + batchSize);
      const result = await this.#send(part);
      if (!result.ok) return result.error;
      this.totals.accepted += result.value.accepted;
      this.totals.unchanged += result.value.unchanged;
      this.totals.corrected += result.value.corrected;
      for (const { index, code, message } of result.value.rejected) {
        this.#onRejected(lines[start + index] ?? null, code, message, part[index]?.device ?? '');
      }
    }
    return null;
  }
}
