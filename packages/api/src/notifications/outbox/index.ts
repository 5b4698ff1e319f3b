export { type Envelope, enqueue, type Message } from './enqueue.ts';
export { type Fate, fateStatuses, fatesOf } from './fates.ts';
export { type Gathering, gather } from './gather.ts';
export { measureOutbox } from './outbox-metrics.ts';
export { type OutboxSender, type OutboxSenderDependencies, outboxSender } from './outbox-sender.ts';
export { mayRequest, requestedKey } from './requested.ts';
