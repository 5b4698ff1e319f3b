export { enqueueMail, enqueueText, type Letter } from './enqueue-mail.ts';
export { type Link, type Links, links } from './links.ts';
export { type Envelope, enqueue, type Message, type OutboxSender, outboxSender } from './outbox/index.ts';
