import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@atrium/domain/core';
import { buildReadingsForm, readBody } from '../http/read-body.ts';
import type { Ingestion } from '../ingest-readings.ts';
import type { IngestKeyHolder, MessageEndpoint, MessageSummary } from '../message-endpoint.ts';

export interface MessageDeps {
  readonly ingestion: Ingestion;
  readonly clock: Clock;
}

/** Creates the endpoint of readings. */
export function createReadingsEndpoint({ ingestion, clock }: MessageDeps): MessageEndpoint {
  return {
    rates: ingestion.rates,
    get isFull() {
      return ingestion.isFull;
    },
    read: (payload, encoding) => readBody(payload, encoding, undefined, buildReadingsForm(ingestion.limits)),
    take: ({ scope, installationId }, items) => ingestion.ingestReadings(scope, installationId, items, clock.now()),
  };
}

/**
 * Outcome of a message. Only `notStored` must not be acknowledged; its sender keeps it and may safely send it again.
 */
export type MessageEnd =
  | { readonly outcome: 'stored'; readonly summary: MessageSummary }
  | { readonly outcome: 'unreadable'; readonly message: string }
  | { readonly outcome: 'notStored'; readonly message: string };

/** Milliseconds between retries while ingestion is overloaded. */
const retryDelayMs = 500;

/**
 * Handles one message like an HTTP body; gzip is detected by its first bytes. MQTT cannot answer "later", so messages
 * beyond the rate or capacity wait here, which slows their sender down. `wait` (ms) resolves to false to give up.
 * Resolves once the valid part is on disk.
 */
export async function handleMessage(
  door: MessageEndpoint,
  holder: IngestKeyHolder,
  payload: Buffer,
  wait: (ms: number) => Promise<boolean>,
): Promise<MessageEnd> {
  const { rates } = door;
  for (;;) {
    const seconds = rates.takeRequest(holder.keyId);
    if (seconds === 0) break;
    if (!(await wait(seconds * 1_000))) return notStored('The key sends more than its rate.');
  }
  while (door.isFull) if (!(await wait(retryDelayMs))) return notStored('Too many messages are waiting.');
  const isGzip = payload[0] === 0x1f && payload[1] === 0x8b;
  const body = await door.read(payload, isGzip ? 'gzip' : undefined);
  if (!body.ok) return { outcome: 'unreadable', message: body.error.message };
  rates.chargeItems(holder.keyId, body.value.length);
  for (;;) {
    const result = await door.take(holder, body.value);
    if (result.ok) return { outcome: 'stored', summary: result.value };
    if (result.error.code === 'BAD_INPUT') return { outcome: 'unreadable', message: result.error.message };
    if (!(await wait(retryDelayMs))) return notStored(result.error.message);
  }
}

const notStored = (message: string): MessageEnd => ({ outcome: 'notStored', message });

/** Waits; resolves to false when aborted. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}
