import type { Clock } from '@atrium/domain/core';
import type { Config } from '../config/index.ts';
import { type Channels, channelNames, type ReadFile } from './channel.ts';
import { createJobChannel } from './job-channel.ts';
import { createMailChannel } from './mail-channel.ts';
import { type OutboxFolder, openOutboxFolder } from './outbox-folder.ts';
import { parseMailServer } from './parse-mail-server.ts';
import { createPostExternal, postToPublic } from './post-external.ts';
import { createPushChannel } from './push-channel.ts';
import { createSmsChannel } from './sms-channel.ts';
import { deriveVapidKeys } from './vapid-keys.ts';

export interface OpenChannels {
  readonly channels: Channels;
  /** Messages stored because no server is configured; shown on the outbox page. */
  readonly kept: OutboxFolder;
  /** Key that browsers use to subscribe to notifications. */
  readonly pushPublicKey: string;
  close(): void;
}

export interface ChannelsOptions {
  readonly config: Pick<Config, 'smtpUrl' | 'smsUrl' | 'callableNetworks'>;
  /** The product's URL, for senders and push services. */
  readonly productUrl: string;
  readonly outboxPath: string;
  readonly secret: string;
  /** Loads the key that signs an organization's calls. */
  readonly jobKeyOf: (organizationId: number) => Promise<string>;
  readonly clock: Clock;
  /** Reads mail attachments. */
  readonly readFile: ReadFile;
}

/** Opens the configured channels. Without a server, mails and texts go to the outbox in the data folder. */
export function openChannels({
  config,
  productUrl,
  outboxPath,
  secret,
  jobKeyOf,
  clock,
  readFile,
}: ChannelsOptions): OpenChannels {
  const kept = openOutboxFolder(outboxPath, clock);
  const server = config.smtpUrl === null ? null : parseMailServer(config.smtpUrl, productUrl);
  const keys = deriveVapidKeys(secret);
  const subject = productUrl.startsWith('https:') ? productUrl : 'mailto:no-reply@localhost.localdomain';
  const channels: Channels = {
    mail: server === null ? kept.channel('mail') : createMailChannel(server.url, server.from, readFile),
    sms: config.smsUrl === null ? kept.channel('sms') : createSmsChannel(config.smsUrl),
    push: createPushChannel({ keys, subject, post: postToPublic }),
    job: createJobChannel({ keyOf: jobKeyOf, clock, post: createPostExternal(config.callableNetworks) }),
  };
  return {
    channels,
    kept,
    pushPublicKey: keys.publicKey,
    close() {
      for (const name of channelNames) channels[name].close();
    },
  };
}
