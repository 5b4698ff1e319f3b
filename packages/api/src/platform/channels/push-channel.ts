import { err, ok } from '@atrium/domain/core';
import webPush from 'web-push';
import type { Channel, DeliveryProblem } from './channel.ts';
import type { PostTo } from './post-in-public.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** How long a push service keeps a message for a browser that is away, s. */
const keptFor = 24 * 60 * 60;

export interface PushSender {
  readonly keys: VapidKeys;
  /** Whom a push service may turn to: an https address or `mailto:`. */
  readonly subject: string;
  readonly post: PostTo;
}

/** Notifications to browsers, through the push service each of them named when it subscribed. */
export function pushChannel({ keys, subject, post }: PushSender): Channel<'push'> {
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
            TTL: keptFor,
            // A repeated message takes the place of the first one while the browser is away.
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
  // The subscription has ended: its browser was reset, or its person said no.
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  return { kind: status === 429 || status >= 500 ? 'temporary' : 'permanent', reason };
}
