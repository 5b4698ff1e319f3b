export { enqueueMail, enqueueText, type Letter } from './enqueue-mail.ts';
export { type Link, type Links, links } from './links.ts';
export { type Speech, speechFor } from './messages/speech.ts';
export {
  type Envelope,
  enqueue,
  type Fate,
  fateStatuses,
  fatesOf,
  gather,
  type Message,
  mayRequest,
  requestedKey,
} from './outbox/index.ts';
export { startMessaging } from './start-messaging.ts';
