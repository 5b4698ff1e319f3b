import type { Failure, Result } from '@atrium/domain/core';
import type { Rejection } from '@atrium/domain/numbers/readings';
import type { IngestSummary } from '../ingest-readings.ts';

/** Stores raw readings; resolves once they are stored. */
export type SendReadings = (raw: readonly object[]) => Promise<Result<IngestSummary, Failure>>;

/** Receives a rejected reading with its line; null for a filled slot. */
export type OnRejected = (line: number | null, rejection: Rejection, serial: string) => void;

/**
 * Sends readings in batches; the next batch fills while one is sent. Batches stay in order, because later lines correct
 * earlier ones.
 */
export class ReadingSender {
  readonly totals = { accepted: 0, unchanged: 0, corrected: 0 };
  readonly #batchSize: number;
  readonly #send: SendReadings;
  readonly #onRejected: OnRejected;
  #batch: { readonly device: string }[] = [];
  #lines: (number | null)[] = [];
  #underWay: Promise<Failure | null> = Promise.resolve(null);

  constructor(send: SendReadings, onRejected: OnRejected, batchSize: number) {
    this.#batchSize = batchSize;
    this.#send = send;
    this.#onRejected = onRejected;
  }

  get isFull(): boolean {
    return this.#batch.length >= this.#batchSize;
  }

  add(reading: { readonly device: string }, line: number | null): void {
    this.#batch.push(reading);
    this.#lines.push(line);
  }

  /** Sends the current batch once the previous one is stored; returns the previous one's failure, if any. */
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

  /** Sends the remaining readings and waits for all batches. */
  async end(): Promise<Failure | null> {
    return (await this.next()) ?? (await this.#underWay);
  }

  async #sendAll(batch: readonly { readonly device: string }[], lines: readonly (number | null)[]) {
    if (batch.length === 0) return null;
    const result = await this.#send(batch);
    if (!result.ok) return result.error;
    this.totals.accepted += result.value.accepted;
    this.totals.unchanged += result.value.unchanged;
    this.totals.corrected += result.value.corrected;
    for (const { index, code, message } of result.value.rejected) {
      this.#onRejected(lines[index] ?? null, { code, message }, batch[index]?.device ?? '');
    }
    return null;
  }
}
