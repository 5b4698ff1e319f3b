import Fastify from 'fastify';
import { migrateAnalytics } from '../../../platform/analytics/migrate-analytics.ts';
import { openAnalyticsStore } from '../../../platform/analytics/open-analytics-store.ts';
import { systemClock } from '../../../platform/concurrency/timing.ts';
import { createIngestion, registerIngestRoutes } from '../index.ts';
import { openMqttBroker } from '../mqtt/mqtt-broker.ts';
import { createDeviceFinder, createRecordingBus, createTestScope } from './ingest-fixture.ts';
import { publicId } from './mqtt-client.ts';

/**
 * Runs as its own process and ingests into the given folder. For tests that kill it. Sends its endpoints when ready.
 */
async function serve(folder: string): Promise<void> {
  const analytics = await openAnalyticsStore({ source: { folder } });
  await migrateAnalytics(analytics);
  const logError = (message: string, error: unknown) => void process.stderr.write(`${message}: ${error}\n`);
  const bus = createRecordingBus();
  const ingestion = createIngestion({ analytics, devices: createDeviceFinder(1), bus, clock: systemClock, logError });
  const fastify = Fastify();
  const scopes = ['readings:write'] as const;
  const holder = { scope: createTestScope(1), keyId: 1, installationId: null, publicId, scopes };
  const keys = { verify: async () => holder };
  registerIngestRoutes(fastify, { ingestion, keys, clock: systemClock, logError });
  const address = await fastify.listen({ port: 0, host: '127.0.0.1' });
  const silent = () => {};
  const deps = { ingestion, keys, clock: systemClock, count: silent, logRefusal: silent, logError };
  const { port } = await openMqttBroker(deps, '127.0.0.1', 0);
  process.send?.({ address, mqttPort: port });
}

await serve(process.argv[2] as string);
