import { createHmac } from 'node:crypto';
import { type Clock, err, ok } from '@atrium/domain/core';
import type { Channel } from './channel.ts';
import type { PostExternal } from './post-external.ts';

export interface JobSender {
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
