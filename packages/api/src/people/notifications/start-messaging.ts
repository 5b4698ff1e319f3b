import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createJobKeys } from '../../platform/channels/channel-keys.ts';
import { registerDevOutbox } from '../../platform/channels/dev-outbox.routes.ts';
import { openChannels } from '../../platform/channels/open-channels.ts';
import { isOutboxShown } from '../../platform/config/delivery.ts';
import { getProductUrl } from '../../platform/config/read-config.ts';
import type { Platform } from '../../platform/platform.ts';
import { createOutboxSender, type OutboxSenderDependencies, registerOutboxMetrics } from './outbox/outbox-sender.ts';

export interface Messaging {
  /** Finishes deliveries in progress. Other messages are sent after the next start. */
  stop(): Promise<void>;
}

interface Outside {
  readonly routes: FastifyInstance;
  /** Returns whether a signed-in administrator sent the request. */
  readonly isAdministrator: (request: IncomingMessage) => Promise<boolean>;
}

/** Well within the time limit for stopping the product, ms. */
const graceMs = 5000;

/** Delivers outbox messages through the configured channels, and shows messages that have no channel. */
export function startMessaging(
  platform: Platform,
  { routes, isAdministrator }: Outside,
  onGone: NonNullable<OutboxSenderDependencies['onGone']>,
): Messaging {
  const { clock, config, files, folder, logger, relational, secret } = platform;
  const { channels, kept, close } = openChannels({
    config,
    productUrl: getProductUrl(config),
    outboxPath: folder.outbox,
    secret,
    jobKeyOf: createJobKeys(relational.db, secret).of,
    clock,
    readFile: (key) => files.get(key),
  });
  if (isOutboxShown(config)) registerDevOutbox(routes, kept, isAdministrator);
  const sender = createOutboxSender({ db: relational.db, channels, clock, logger, onGone });
  sender.start();
  registerOutboxMetrics(relational.db, clock, platform.metrics);
  return {
    async stop() {
      await sender.stop(graceMs);
      close();
    },
  };
}
