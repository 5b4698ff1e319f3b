import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@atrium/domain/core';
import { readBody, readingsForm } from '../http/read-body.ts';
import type { Ingestion } from '../ingest-readings.ts';
import type { IngestKeyHolder, MessageDoor, MessageSummary } from '../message-door.ts';

export interface MessageDeps {
  readonly ingestion: Ingestion;
  readonly clock: Clock;
}

/** The door of readings. */
export function readingsDoor({ ingestion, clock }: MessageDeps): MessageDoor {
  return {
    rates: ingestion.rates,
    get isFull() {
      return ingestion.isFull;
    },
    read: (payload, encoding) => readBody(payload, encoding, undefined, readingsForm(ingestion.limits)),
    take: ({ scope, installationId }, items) => ingestion.ingestReadings(scope, installationId, items, clock.now()),
  };
}

/** How a message ended. Only `notStored` must not be acknowledged: sending it again is safe, and the way to keep it. */
export type MessageEnd =
  | { readonly outcome: 'stored'; readonly summary: MessageSummary }
  | { readonly outcome: 'unreadable'; readonly message: string }
  | { readonly outcome: 'notStored'; readonly message: string };

/** ms between two tries when nothing more can be taken in. */
const pause = 500;

/**
 * Takes one message as HTTP takes a body; gzip is known by its first bytes. MQTT can't say "later", so what
 * comes too fast or finds no room waits here, which holds its sender back, as long as `wait` (ms) lets it: that one
 * answers false when it is not worth waiting any more. Resolves when what is good of it is on disk.
 */
export async function takeMessage(
  door: MessageDoor,
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
  while (door.isFull) if (!(await wait(pause))) return notStored('Too many messages are waiting.');
  const isGzip = payload[0] === 0x1f && payload[1] === 0x8b;
  const body = await door.read(payload, isGzip ? 'gzip' : undefined);
  if (!body.ok) return { outcome: 'unreadable', message: body.error.message };
  rates.chargeItems(holder.keyId, body.value.length);
  for (;;) {
    const result = await door.take(holder, body.value);
    if (result.ok) return { outcome: 'stored', summary: result.value };
    if (result.error.code === 'BAD_INPUT') return { outcome: 'unreadable', message: result.error.message };
    if (!(await wait(pause))) return notStored(result.error.message);
  }
}

const notStored = (message: string): MessageEnd => ({ outcome: 'notStored', message });

/** False when the wait was ended early. */
export async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}
