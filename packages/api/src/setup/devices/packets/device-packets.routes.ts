import { err, ok } from '@atrium/domain/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type IngestKeyHolder,
  type KeyGuessLimit,
  type MessageEndpoint,
  registerKeyedRoute,
} from '../../../numbers/index.ts';
import type { PacketIntake } from './packet-intake.ts';
import { bytesPerRequest, decodePacketBody } from './packet-intake.ts';

export interface PacketRouteDependencies {
  readonly guessing?: KeyGuessLimit;
  /** Takes readings in the product's own format. */
  readonly readings?: MessageEndpoint;
  readonly packets: PacketIntake;
  readonly keys: { verify(secret: string, address?: string): Promise<IngestKeyHolder | null> };
  readonly logError: (message: string, error: unknown) => void;
}

/**
 * Registers POST /ingest/v1/devices, for any maker's format or for readings. The key is a bearer token, or the password
 * of HTTP Basic authentication with any user name. Devices that support neither post to /ingest/v1/devices/at/<key>.
 * Devices that can only call a URL GET that address; its query string is read as an object.
 */
export function registerDevicePacketRoutes(
  fastify: FastifyInstance,
  { packets, keys, guessing, readings, logError }: PacketRouteDependencies,
): void {
  const route = {
    accepts: "one packet in its maker's format and a key",
    form: { many: 'packets', one: 'packet', knownBy: '', bytesPerRequest, itemsPerRequest: 1 },
    read: (bytes: Buffer, encoding: string | undefined) => decodePacketBody(bytes, encoding),
    other: readings && ({ format: 'readings', door: readings, scope: 'readings:write' } as const),
    scope: 'devices:write' as const,
    verify: (secret: string, address?: string) => keys.verify(secret, address),
    guessing,
    rates: packets.rates,
    isFull: () => packets.isFull,
    take: (holder: IngestKeyHolder, [body]: readonly unknown[]) => packets.take(holder, body as string),
    logError,
  };
  registerKeyedRoute(fastify, {
    ...route,
    path: '/ingest/v1/devices',
    secretOf: headerSecret,
  });
  const inAddress = {
    ...route,
    path: '/ingest/v1/devices/at/:key',
    secretOf: ({ params }: FastifyRequest) => (params as { readonly key: string }).key,
  };
  registerKeyedRoute(fastify, inAddress);
  registerKeyedRoute(fastify, {
    ...inAddress,
    method: 'GET',
    read: async (_bytes, _encoding, { query }) =>
      Object.keys(query as object).length > 0
        ? ok([JSON.stringify(query)])
        : err({ status: 400, message: 'Nothing is said after the address.' }),
  });
}

/** Reads the key from `Bearer <key>` or from the password of `Basic`. */
function headerSecret({ headers }: FastifyRequest): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (value === undefined || scheme?.toLowerCase() === 'bearer') return value;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}
