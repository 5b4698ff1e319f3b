import { createHmac } from 'node:crypto';

/** Identifies a webhook's secret. */
export interface SecretOf {
  readonly organizationId: number;
  readonly webhookId: number;
  /** Renewals so far. */
  readonly generation: number;
}

const prefix = 'whsec_';

/** Derives the secret from the product's secret, so that no store or backup contains it. */
export function deriveWebhookSecret(
  productSecret: string,
  { organizationId, webhookId, generation }: SecretOf,
): string {
  const name = `webhook ${webhookId} of organization ${organizationId}, renewal ${generation}`;
  return prefix + createHmac('sha256', productSecret).update(name).digest('base64');
}

/**
 * Returns the headers of a call by Standard Webhooks: `webhook-signature` has `v1,` and the base64 HMAC-SHA256 of
 * `<id>.<timestamp>.<body>` for each secret, separated by spaces.
 */
export function signWebhook(secrets: readonly string[], messageId: string, seconds: number, body: string) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
