export { createLinks, type Link, type Links } from './links.ts';
export { getSpeech, type Speech } from './messages/speech.ts';
export { createMessagingModule } from './messaging-module.ts';
export { type DeliveryStatus, deliveryStatuses, findDeliveryStatuses } from './outbox/delivery-status.ts';
export {
  type Envelope,
  enqueue,
  enqueueMail,
  enqueueText,
  type Letter,
  type Message,
  planGrouping,
} from './outbox/enqueue.ts';
export { outboxStore } from './outbox/outbox.store.ts';
export { buildRequestedKey, checkRequestLimits } from './outbox/request-limits.ts';
