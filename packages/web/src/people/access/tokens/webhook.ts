import type { WebhooksQuery } from './operations.generated.ts';

export type Webhook = WebhooksQuery['allWebhooks'][number];
