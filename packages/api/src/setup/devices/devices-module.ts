import type { FastifyInstance } from 'fastify';
import {
  createReadingsEndpoint,
  type Ingestion,
  openMqttListeners,
  registerIngestRoutes,
} from '../../numbers/index.ts';
import type { Access } from '../../people/access/index.ts';
import type { HttpEdge, SchemaBuilders, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerDevices } from './devices.graphql.ts';
import { registerDevicePacketRoutes } from './packets/device-packets.routes.ts';
import { createMqttIntake, createPacketIntake, type PacketIntake } from './packets/packet-intake.ts';
import type { PlacingDependencies } from './place-device.ts';

/** The inbox of devices that send in their makers' formats. */
export function createDevicesModule(deps: PlacingDependencies & Parameters<typeof createPacketIntake>[0]) {
  return {
    services: { packets: createPacketIntake(deps) },
    graphql: ({ main }: SchemaBuilders) => registerDevices(main, deps),
  };
}

interface EndpointDependencies {
  readonly access: Pick<Access, 'ingestKeys' | 'keyGuesses'>;
  readonly ingestion: Ingestion;
  readonly packets: PacketIntake;
}

/** The endpoints of gateways and devices, over HTTP and MQTT. Each takes readings and packets in makers' formats. */
export function createEndpointsModule({ access, ingestion, packets }: EndpointDependencies) {
  const { ingestKeys: keys, keyGuesses: guesses } = access;
  const devices = createMqttIntake(packets);
  return {
    routes(routes: FastifyInstance, { platform, addressOf }: HttpEdge) {
      const { clock, logger } = platform;
      const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
      const keyed = { keys, guessing: { guesses, addressOf }, logError };
      registerIngestRoutes(routes, { ...keyed, ingestion, clock, devices });
      registerDevicePacketRoutes(routes, { ...keyed, packets, readings: createReadingsEndpoint({ ingestion, clock }) });
    },
    work: (platform: Platform): readonly Work[] => [
      {
        by: 'workers',
        async open() {
          const { address, stop } = await openMqttListeners(platform, { keys, guesses, ingestion, devices });
          return { stop, welcome: () => (address === null ? [] : [['Gateways', address]]) };
        },
      },
    ],
  };
}
