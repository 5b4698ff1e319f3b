import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@atrium/domain/core';
import type { IngestKeyHolder } from '../http/keyed-route.ts';
import { readBody, readingsForm } from '../http/read-body.ts';
import type { Ingestion, IngestSummary } from '../ingest-readings.ts';

export interface MessageDeps {
  readonly ingestion: Ingestion;
  readonly clock: Clock;
}

/** How a message ended. Only `notStored` must not be acknowledged: sending it again is safe, and the way to keep it. */
export type MessageEnd =
  | { readonly outcome: 'stored'; readonly summary: IngestSummary }
  | { readonly outcome: 'unreadable'; readonly message: string }
  | { readonly outcome: 'notStored'; readonly message: string };

/** ms between two tries when nothing more can be taken in. */
const pause = 500;

/**
 * Takes one message of readings as HTTP takes a body; gzip is known by its first bytes. MQTT can't say "later", so what
 * comes too fast or finds no room waits here, which holds its sender back, as long as `wait` (ms) lets it: that one
 * answers false when it is not worth waiting any more. Resolves when the good readings are on disk.
 */
export async function takeMessage(
  { ingestion, clock }: MessageDeps,
  holder: IngestKeyHolder,
  payload: Buffer,
  wait: (ms: number) => Promise<boolean>,
): Promise<MessageEnd> {
  const { limits, rates } = ingestion;
  for (;;) {
    const seconds = rates.takeRequest(holder.keyId);
    if (seconds === 0) break;
    if (!(await wait(seconds * 1_000))) return notStored('The key sends more than its rate.');
  }
  while (ingestion.isFull) if (!(await wait(pause))) return notStored('Too many readings are waiting.');
  const isGzip = payload[0] === 0x1f && payload[1] === 0x8b;
  const body = await readBody(payload, isGzip ? 'gzip' : undefined, undefined, readingsForm(limits));
  if (!body.ok) return { outcome: 'unreadable', message: body.error.message };
  rates.chargeItems(holder.keyId, body.value.length);
  for (;;) {
    const result = await ingestion.ingestReadings(holder.scope, holder.installationId, body.value, clock.now());
    if (result.ok) return { outcome: 'stored', summary: result.value };
    if (!(await wait(pause))) return notStored(result.error.message);
  }
}

const notStored = (message: string): MessageEnd => ({ outcome: 'notStored', message });

/** False when the wait was ended early. */
export async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}
