import type { FastifyInstance } from 'fastify';
import { type Access, createAccess } from './access/index.ts';
import { prepareContent } from './first-start.ts';
import { createLiveMetrics } from './live/index.ts';
import { createAnswerQueries, createIngestion, registerIngestRoutes } from './measurements/index.ts';
import { organisationStore } from './organisation/index.ts';
import { mountGraphql } from './platform/graphql/edge.ts';
import { originsOf } from './platform/graphql/origins.ts';
import type { Platform } from './platform/platform.ts';
import { buildSchemas } from './schema.ts';
import { createSiteDirectory, type SiteSnapshots } from './sites/index.ts';

/** The modules at work. */
export interface Modules {
  /** What whoever started the product should read, such as how to sign in; one line each. */
  readonly welcome: readonly string[];
  /** Called once the product answers at this address: whatever calls it from outside may begin. */
  listening(address: string): void;
  /** Ends what runs by itself (timers, listeners, the simulator) and finishes what must not be lost. */
  stop(): Promise<void>;
}

/** Builds each module on the platform, in the order they depend on each other, and adds their routes. */
export async function mountModules(platform: Platform, routes: FastifyInstance): Promise<Modules> {
  const { clock, logger, bus, analytics } = platform;
  const { db } = platform.relational;
  const sites = createSiteDirectory({ db, bus, clock });
  const seesInstallation: Parameters<typeof createAccess>[0]['seesInstallation'] = async (scope, id) =>
    (await sites.topology(scope, id)) !== null;
  const people = createAccess({ db, clock, secret: platform.secret, seesInstallation });
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const ingestion = createIngestion({ analytics, devices: sites, bus, clock, logError });
  registerIngestRoutes(routes, { ingestion, keys: people.ingestKeys, clock, logError });
  mountGraphqlSchemas(platform, routes, people, sites);
  const content = await prepareContent(platform, people, sites);
  return {
    welcome: content.welcome,
    listening: (address) => content.listening(address),
    stop: async () => {
      await content.stop();
      await ingestion.drain();
    },
  };
}

function mountGraphqlSchemas(platform: Platform, routes: FastifyInstance, people: Access, sites: SiteSnapshots): void {
  const { config, clock, logger, relational, analytics, bus } = platform;
  const answerQueries = createAnswerQueries({ analytics, sites, clock });
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const { main, hub } = buildSchemas({
    access: people,
    organisation: {
      store: organisationStore(relational.db),
      topologies: sites.topologies,
      countUsers: people.countUsers,
    },
    measurements: { answerQueries },
    live: { liveMetrics: createLiveMetrics({ answerQueries, sites, bus, clock, logError }) },
  });
  mountGraphql(routes, {
    main,
    hub,
    authenticate: people.authenticate,
    allowedOrigins: originsOf(config.publicUrl ?? `http://${config.host}:${config.port}`),
    introspection: config.isDemo || config.isDevelopment,
    clock,
    log: logger,
  });
}
