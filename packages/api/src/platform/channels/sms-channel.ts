import { err, ok, type Result } from '@atrium/domain/core';
import type { Channel, DeliveryProblem } from './channel.ts';

const timeoutMs = 15_000;

/** Temporary refusals: rate limits and the provider's own failures. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Creates the channel for texts through a provider. Each is one POST of `{ "to": "+41791234567", "text": "…", "id": "…"
 * }` as JSON. The id is also the `Idempotency-Key`, so that a repeated POST sends once. Any 2xx means accepted. A name
 * and password in the URL become basic authentication.
 */
export function createSmsChannel(provider: string): Channel<'sms'> {
  const { address, headers } = requestTo(provider);
  return {
    async deliver({ messageId, recipient, content }) {
      const body = JSON.stringify({ to: recipient, text: content.text, id: messageId });
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': messageId },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        await answer.body?.cancel();
        return answer.ok ? ok(undefined) : refusalOf(answer.status);
      } catch (error) {
        return err({ kind: 'temporary', reason: `the SMS provider: ${(error as Error).name}` });
      }
    },
    close: () => {},
  };
}

function requestTo(provider: string): { address: URL; headers: Record<string, string> } {
  const address = new URL(provider);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  if (username === '' && password === '') return { address, headers: {} };
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { address, headers: { authorization: `Basic ${credentials.toString('base64')}` } };
}

function refusalOf(status: number): Result<void, DeliveryProblem> {
  return err({ kind: isPassing(status) ? 'temporary' : 'permanent', reason: `the SMS provider: ${status}` });
}
