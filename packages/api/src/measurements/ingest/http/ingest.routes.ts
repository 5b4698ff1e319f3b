import type { Clock } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import type { Ingestion } from '../ingest-readings.ts';
import { type IngestKeyHolder, type KeyGuessing, registerKeyedRoute } from './keyed-route.ts';
import { readingsForm } from './read-body.ts';

export interface IngestKeyVerifier {
  verify(secret: string, purpose: 'readings'): Promise<IngestKeyHolder | null>;
}

export interface IngestRouteDeps {
  readonly guessing?: KeyGuessing;
  readonly ingestion: Ingestion;
  readonly keys: IngestKeyVerifier;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

/** POST /ingest/v1/readings: answers 200 only when the accepted readings would survive `kill -9`. */
export function registerIngestRoutes(fastify: FastifyInstance, deps: IngestRouteDeps): void {
  const { ingestion, keys, clock, guessing, logError } = deps;
  registerKeyedRoute(fastify, {
    path: '/ingest/v1/readings',
    form: readingsForm(ingestion.limits),
    verify: (secret) => keys.verify(secret, 'readings'),
    guessing,
    rates: ingestion.rates,
    isFull: () => ingestion.isFull,
    take: ({ scope, installationId }, readings) =>
      ingestion.ingestReadings(scope, installationId, readings, clock.now()),
    logError,
  });
}
