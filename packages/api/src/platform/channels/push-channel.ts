import { err, ok } from '@atrium/domain/core';
import webPush from 'web-push';
import type { Channel, DeliveryProblem } from './channel.ts';
import type { PostExternal } from './post-external.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** Seconds for which a push service stores a message while the browser is offline. */
const ttlSeconds = 24 * 60 * 60;

export interface PushSender {
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
