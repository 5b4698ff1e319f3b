export { enqueueMail, enqueueText, type Letter } from './enqueue-mail.ts';
export { createLinks, type Link, type Links } from './links.ts';
export { getSpeech, type Speech } from './messages/speech.ts';
export {
  buildRequestedKey,
  checkRequestLimits,
  type DeliveryStatus,
  deliveryStatuses,
  type Envelope,
  enqueue,
  findDeliveryStatuses,
  type Message,
  planGrouping,
} from './outbox/index.ts';
export { startMessaging } from './start-messaging.ts';
