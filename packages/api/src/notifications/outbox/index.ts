export { type DeliveryStatus, deliveryStatuses, findDeliveryStatuses } from './delivery-status.ts';
export { type Envelope, enqueue, type Message } from './enqueue.ts';
export { registerOutboxMetrics } from './outbox-metrics.ts';
export { createOutboxSender, type OutboxSender, type OutboxSenderDependencies } from './outbox-sender.ts';
export { type Grouping, planGrouping } from './plan-grouping.ts';
export { buildRequestedKey, checkRequestLimits } from './request-limits.ts';
