export { emitWebhookEvents } from './emit-event.ts';
export { createWebhooksModule } from './webhooks-module.ts';
