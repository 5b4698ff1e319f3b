import type { FastifyInstance } from 'fastify';
import { createJobKeys } from '../../platform/channels/channel-keys.ts';
import { registerDevOutbox } from '../../platform/channels/dev-outbox.routes.ts';
import { openChannels } from '../../platform/channels/open-channels.ts';
import { isOutboxShown } from '../../platform/config/delivery.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { Authenticate } from '../../platform/graphql/context.ts';
import { createAdministratorCheck } from '../../platform/http/token-storage.ts';
import type { Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { expiringOutbox } from './outbox/outbox.store.ts';
import { createOutboxSender, registerOutboxMetrics } from './outbox/outbox-sender.ts';

/** Well within the time limit for stopping the product, ms. */
const graceMs = 5000;

interface MessagingDependencies {
  readonly db: Database;
  readonly access: {
    readonly authenticate: Authenticate;
    readonly pushBrowsers: { forget(browser: string): Promise<unknown> };
  };
}

/** Delivers outbox messages through the configured channels, and shows messages that have no channel. */
export function createMessagingModule({ db, access }: MessagingDependencies) {
  return {
    expiring: [expiringOutbox(db)],
    work(platform: Platform, routes: FastifyInstance): readonly Work[] {
      const { clock, config, files, folder, logger, secret } = platform;
      return [
        {
          by: 'workers',
          open() {
            const { channels, kept, close } = openChannels({
              config,
              productUrl: getProductUrl(config),
              outboxPath: folder.outbox,
              secret,
              jobKeyOf: createJobKeys(db, secret).of,
              clock,
              readFile: (key) => files.get(key),
            });
            const isAdministrator = createAdministratorCheck(access.authenticate, config.environment);
            if (isOutboxShown(config)) registerDevOutbox(routes, kept, isAdministrator);
            const sender = createOutboxSender({
              db,
              channels,
              clock,
              use: platform.use,
              logger,
              onGone: async (channel, recipient) => {
                if (channel === 'push') await access.pushBrowsers.forget(recipient);
              },
            });
            sender.start();
            registerOutboxMetrics(db, clock, platform.metrics);
            return {
              async stop() {
                await sender.stop(graceMs);
                close();
              },
            };
          },
        },
      ];
    },
  };
}
