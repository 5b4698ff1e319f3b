import type { Clock } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { Ingestion } from '../ingest-readings.ts';
import type { IngestKeyHolder, MessageEndpoint } from '../message-endpoint.ts';
import { type KeyGuessLimit, registerKeyedRoute } from './keyed-route.ts';
import { buildReadingsForm } from './read-body.ts';

export interface IngestKeyVerifier {
  verify(secret: string, address?: string): Promise<IngestKeyHolder | null>;
}

export interface IngestRouteDeps {
  readonly guessing?: KeyGuessLimit;
  /** Accepts packets in makers' formats. */
  readonly devices?: MessageEndpoint;
  readonly ingestion: Ingestion;
  readonly keys: IngestKeyVerifier;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

/**
 * POST /ingest/v1/readings: returns 200 once the accepted readings would survive `kill -9`. Packets in makers' formats
 * work here too, so that senders need not know which of the two URLs applies.
 */
export function registerIngestRoutes(fastify: FastifyInstance, deps: IngestRouteDeps): void {
  const { ingestion, keys, clock, guessing, devices, logError } = deps;
  registerKeyedRoute(fastify, {
    path: '/ingest/v1/readings',
    accepts: 'readings as JSON or NDJSON and a bearer token',
    form: buildReadingsForm(ingestion.limits),
    scope: 'readings:write',
    other: devices && { format: 'packet', door: devices, scope: 'devices:write' },
    verify: (secret, address) => keys.verify(secret, address),
    guessing,
    rates: ingestion.rates,
    isFull: () => ingestion.isFull,
    take: ({ scope, installationId }, readings) =>
      ingestion.ingestReadings(scope, installationId, readings, clock.now()),
    logError,
  });
}
