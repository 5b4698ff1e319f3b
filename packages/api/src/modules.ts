import type { FastifyInstance } from 'fastify';
import { registerOneClick, registerProviderRoutes } from './access/index.ts';
import { accessChangesOn } from './access-changes.ts';
import { openControlSocket } from './cli/index.ts';
import { prepareContent } from './first-start.ts';
import { openMqttListeners, registerIngestRoutes, watchForLoss } from './measurements/index.ts';
import { startMessaging } from './notifications/index.ts';
import { clientAddresses } from './platform/addresses/index.ts';
import { productUrl } from './platform/config/index.ts';
import { registerFileRoutes } from './platform/files/index.ts';
import { mountGraphql } from './platform/graphql/edge.ts';
import { originsOf } from './platform/graphql/origins.ts';
import { addPublicSettings } from './platform/http/index.ts';
import type { Platform } from './platform/platform.ts';
import { buildSchemas } from './schema.ts';
import { servicesOn } from './services.ts';
import { sizesOf } from './sites/index.ts';

/** The modules at work. */
export interface Modules {
  /** What whoever started the product should read, such as how to sign in; one line each. */
  welcome(address: string): readonly string[];
  /** Called once the product answers at this address: whatever calls it from outside may begin. */
  listening(address: string): void;
  /** Ends what runs by itself (timers, listeners, the simulator) and finishes what must not be lost. */
  stop(): Promise<void>;
}

/** Sets the modules to work on the platform and opens their ways in. */
export async function mountModules(platform: Platform, routes: FastifyInstance): Promise<Modules> {
  const services = servicesOn(platform);
  const { access, sites, ingestion, rollups, marks } = services;
  const { clock, config, logger } = platform;
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const addressOf = clientAddresses(config.trustedProxies);
  addPublicSettings(routes, config);
  registerProviderRoutes(routes, {
    providers: { oidc: config.oidc, retailer: config.retailerOidc },
    productUrl: productUrl(config),
    secret: platform.secret,
    clock,
    addressOf,
    signIn: access.signInByProvider,
    warn: (message, error) => logger.warn({ err: error }, message),
  });
  registerOneClick(routes, access.unsubscribing, addressOf);
  const { files, fileAddresses, fileProducers } = services;
  registerFileRoutes(routes, { files, addresses: fileAddresses, producers: fileProducers });
  registerIngestRoutes(routes, { ingestion, keys: access.ingestKeys, clock, logError });
  mountGraphql(routes, {
    ...buildSchemas(services.schema),
    authenticate: access.authenticate,
    sizesOf: async (scope) => sizesOf(await sites.snapshot(scope)),
    addressOf,
    accessChanges: accessChangesOn(platform.bus),
    allowedOrigins: originsOf(productUrl(config)),
    introspection: config.isDemo || config.isDevelopment,
    clock,
    log: logger,
  });
  const messaging = startMessaging(platform, routes);
  const content = await prepareContent(platform, services);
  // Not before the demo is settled: what an interrupted seeding left is taken away, and not missed.
  const loss = await watchForLoss(platform, marks);
  const control = await openControlSocket(services);
  const mqtt = await openMqttListeners(platform, { keys: access.ingestKeys, ingestion });
  return {
    welcome: (address) => [
      ...content.welcome(address),
      ...(mqtt.address === null ? [] : [`Gateways publish to ${mqtt.address}`]),
    ],
    listening: (address) => {
      content.listening(address);
      rollups.start();
    },
    stop: async () => {
      await control.close();
      await content.stop();
      await mqtt.stop();
      await loss.stop();
      await rollups.stop();
      await ingestion.drain();
      await messaging.stop();
    },
  };
}
