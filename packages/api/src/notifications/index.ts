export { enqueueMail, enqueueText, type Letter } from './enqueue-mail.ts';
export { type Link, type Links, links } from './links.ts';
export {
  type Envelope,
  enqueue,
  type Message,
  mayRequest,
  type OutboxSender,
  outboxSender,
  requestedKey,
} from './outbox/index.ts';
