import type { Clock } from '@atrium/domain/core';
import type { FastifyInstance } from 'fastify';
import { type IngestKeyHolder, type KeyGuessLimit, KeyRateLimiter, registerKeyedRoute } from '../../numbers/index.ts';
import type { ReceiptIntake } from './take-receipts.ts';

export interface ReceiptRouteDeps {
  readonly guessing?: KeyGuessLimit;
  readonly receipts: ReceiptIntake;
  readonly keys: { verify(secret: string, address?: string): Promise<IngestKeyHolder | null> };
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

/** Rates of tills: thousands per minute at most, and a whole day at once after an interruption. */
const rates = { requestsPerSecond: 20, requestBurst: 200, itemsPerSecond: 2000, itemBurst: 200_000 };

/** Registers POST /ingest/v1/receipts. It answers 200 only when the accepted receipts would survive `kill -9`. */
export function registerReceiptRoutes(
  fastify: FastifyInstance,
  { receipts, keys, clock, guessing, logError }: ReceiptRouteDeps,
): void {
  registerKeyedRoute(fastify, {
    path: '/ingest/v1/receipts',
    accepts: 'receipts as JSON or NDJSON and a bearer token',
    form: {
      many: 'receipts',
      one: 'receipt',
      knownBy: 'receipt',
      bytesPerRequest: 2_000_000,
      itemsPerRequest: 5000,
    },
    scope: 'receipts:write',
    verify: (secret, address) => keys.verify(secret, address),
    guessing,
    rates: new KeyRateLimiter(clock, rates),
    isFull: () => receipts.isFull,
    take: (holder, items) => receipts.take(holder, items),
    logError,
  });
}
