import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { type Clock, err, ok } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import webPush from 'web-push';
import { createAddressGuard } from '../addresses/address-guard.ts';
import { fetchExternal } from '../addresses/fetch-external.ts';
import type { Config } from '../config/read-config.ts';
import { StartRefused } from '../failures.ts';
import { type Channel, type Channels, channelNames, type DeliveryProblem, type ReadFile } from './channel.ts';
import { deriveVapidKeys, type VapidKeys } from './channel-keys.ts';
import { createMailChannel } from './mail-channel.ts';
import { type OutboxFolder, openOutboxFolder } from './outbox-folder.ts';
import { createSmsChannel } from './sms-channel.ts';

interface Post {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** Posts and returns the response status. Does not follow redirects. Rejects when there is no response. */
type PostExternal = (address: string, post: Post) => Promise<number>;

const timeoutMs = 15_000;

/**
 * Creates a function that posts to external addresses: https only, on the public internet and in the operator's
 * networks. This keeps customers from reaching services inside the server's own network. The name is resolved once, and
 * the same address is checked and connected to.
 */
export function createPostExternal(networks: readonly string[], lookUp: typeof lookup = lookup): PostExternal {
  const open = createAddressGuard(networks, lookUp);
  return async (address, post) => {
    const signal = AbortSignal.timeout(timeoutMs);
    return (await fetchExternal(new URL(address), { ...post, method: 'POST', signal }, open)).status;
  };
}

/** Posts only to the public internet. */
export const postToPublic: PostExternal = createPostExternal([]);

/** Seconds for which a push service stores a message while the browser is offline. */
const ttlSeconds = 24 * 60 * 60;

interface PushSender {
  readonly keys: VapidKeys;
  /** Contact for push services: an https URL or `mailto:`. */
  readonly subject: string;
  readonly post: PostExternal;
}

/** Creates the channel for browser notifications, sent through the push service named in each subscription. */
export function createPushChannel({ keys, subject, post }: PushSender): Channel<'push'> {
  return {
    async deliver({ messageId, recipient, content }) {
      const { keys: browserKeys, ...shown } = content;
      let status: number;
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint: recipient, keys: browserKeys },
          JSON.stringify({ ...shown, id: messageId }),
          {
            vapidDetails: { subject, ...keys },
            TTL: ttlSeconds,
            // While the browser is offline, a repeated message replaces the first one.
            topic: messageId.slice(0, 32),
          },
        );
        status = await post(recipient, { headers, body });
      } catch (error) {
        return err({ kind: 'temporary', reason: `the push service: ${(error as Error).message}` });
      }
      return status >= 200 && status < 300 ? ok(undefined) : err(refusalOf(status));
    },
    close: () => {},
  };
}

function refusalOf(status: number): DeliveryProblem {
  const reason = `the push service: ${status}`;
  // The subscription has ended: the browser was reset or the user revoked permission.
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  return { kind: status === 429 || status >= 500 ? 'temporary' : 'permanent', reason };
}

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

interface MailServer {
  /** Server URL without our own parameters. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
}

/**
 * Parses `SMTP_URL`. `?from=reports@example.com` or `?from=Name <reports@example.com>` sets the sender; the default is
 * no-reply at the product's host. Throws `StartRefused` when the sender is no email address.
 */
export function parseMailServer(smtpUrl: string, productUrl: string): MailServer {
  const url = new URL(smtpUrl);
  const wanted = url.searchParams.get('from') ?? `Atrium <no-reply@${senderDomain(productUrl)}>`;
  url.searchParams.delete('from');
  const [, name = '', bracketed] = /^(.*?)\s*<([^<>]+)>$/.exec(wanted.trim()) ?? [];
  const address = normalizeEmail(bracketed ?? wanted);
  if (address === null) throw new StartRefused('SMTP_URL takes an email address as its from');
  return { url: url.href, from: { name: name === '' ? 'Atrium' : name, address } };
}

/** Mail servers refuse senders without a dotted domain, so a bare host name or an IP address cannot be used. */
function senderDomain(productUrl: string): string {
  const { hostname } = new URL(productUrl);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname) ? hostname : 'localhost.localdomain';
}

interface JobSender {
  /** Loads the organization's current signing key. */
  readonly keyOf: (organizationId: number) => Promise<string>;
  readonly clock: Clock;
  readonly post: PostExternal;
}

/**
 * Creates the channel that calls customers' systems. Each job is one POST of JSON with two headers. `Atrium-Id` is the
 * same for every attempt. `Atrium-Signature: t=<seconds since 1970>,v1=<hex>` has the HMAC-SHA256 of `<t>.<body>` with
 * the organization's key. Any 2xx means accepted.
 */
export function createJobChannel({ keyOf, clock, post }: JobSender): Channel<'job'> {
  return {
    async deliver({ messageId, recipient, content: { body, organizationId } }) {
      const time = Math.floor(clock.now() / 1000);
      const signature = createHmac('sha256', await keyOf(organizationId))
        .update(`${time}.${body}`)
        .digest('hex');
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'atrium-id': messageId,
        'atrium-signature': `t=${time},v1=${signature}`,
      };
      let status: number;
      try {
        status = await post(recipient, { headers, body: Buffer.from(body) });
      } catch (error) {
        return err({ kind: 'temporary', reason: `the address called: ${(error as Error).message}` });
      }
      if (status >= 200 && status < 300) return ok(undefined);
      const isPassing = status === 408 || status === 429 || status >= 500;
      return err({ kind: isPassing ? 'temporary' : 'permanent', reason: `the address called: ${status}` });
    },
    close: () => {},
  };
}
