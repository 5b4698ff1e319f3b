import { err, ok, type Result } from '@atrium/domain/core';
import type { Channel, DeliveryProblem } from './channel.ts';

const patienceMs = 15_000;

/** Refusals that pass: too many at once, or the provider's own trouble. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Texts through a provider, one POST each: `{ "to": "+41791234567", "text": "…", "id": "…" }` as JSON, with the id as
 * `Idempotency-Key` too, so that a repeated post is sent once. Any 2xx means taken. A name and password in the address
 * become basic authentication.
 */
export function smsChannel(provider: string): Channel<'sms'> {
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
          signal: AbortSignal.timeout(patienceMs),
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
