export { emitWebhookEvents, type WebhookEvent } from './emit-event.ts';
export { forgetOtherWatches, type WebhookWatch, webhookWatchesStore } from './watches.store.ts';
export { webhookEventsStore, webhooksStore } from './webhooks.store.ts';
export { createWebhooksModule } from './webhooks-module.ts';
