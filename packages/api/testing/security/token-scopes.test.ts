import { type TokenScope, tokenScopes } from '@atrium/domain/people/access';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { registerReceiptRoutes } from '../../src/actions/sales/receipts.routes.ts';
import { createReadingsEndpoint, registerIngestRoutes } from '../../src/numbers/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { registerDevicePacketRoutes } from '../../src/setup/devices/packets/device-packets.routes.ts';
import { createMqttIntake } from '../../src/setup/devices/packets/packet-intake.ts';
import { packet } from '../../src/setup/devices/testing/devices-world.ts';
import { createRestToken } from './world/rest-server.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let fastify: FastifyInstance;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  const { services, clock } = world;
  const { ingestion, packets, receipts } = services;
  const keyed = { keys: services.access.ingestKeys, logError: () => {} };
  fastify = Fastify();
  registerIngestRoutes(fastify, { ...keyed, ingestion, clock, devices: createMqttIntake(packets) });
  registerDevicePacketRoutes(fastify, { ...keyed, packets, readings: createReadingsEndpoint({ ingestion, clock }) });
  registerReceiptRoutes(fastify, { ...keyed, receipts, clock });
});

const readings = JSON.stringify([
  { device: 'Nobody', metric: 'affluenceIn', at: '2026-03-01T08:00:00Z', value: 1, interval: 300 },
]);
const packets = () => packet('hikvision', 1);

/** Requests of every ingest endpoint, and the scope that each needs. */
const requests: readonly (readonly [path: string, body: () => string, needed: TokenScope])[] = [
  ['/ingest/v1/readings', () => readings, 'readings:write'],
  ['/ingest/v1/readings', packets, 'devices:write'],
  ['/ingest/v1/devices', () => readings, 'readings:write'],
  ['/ingest/v1/devices', packets, 'devices:write'],
  ['/ingest/v1/receipts', () => '[]', 'receipts:write'],
];

it('a token of each scope sends what its scope allows, and is refused everything else by its name', async () => {
  for (const scope of tokenScopes) {
    const token = await createRestToken(world, [scope]);
    for (const [url, body, needed] of requests) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fastify.inject({ method: 'POST', url, headers, payload: body() });
      const isAllowed = scope === needed;
      expect([scope, url, needed, answer.statusCode, answer.body]).toEqual([
        ...[scope, url, needed, isAllowed ? 200 : 403],
        isAllowed ? expect.any(String) : expect.stringMatching(/need the scope [a-z]+:write/),
      ]);
    }
  }
});
